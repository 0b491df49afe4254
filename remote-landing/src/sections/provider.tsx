import type { Site } from '@site/contract/host';
import { Text, TextLink } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';

const { provider } = trainingSheet;

/** A registration is no approval by the State, and a certificate never stands without its category: both by law. */
export function Provider({ site: { nda, qualiopi } }: { readonly site: Site }) {
  return (
    <>
      {nda && <Text>{provider.registered(nda)}</Text>}
      {qualiopi && (
        <Text>
          <TextLink href={qualiopi.certificate}>{provider.certificate}</TextLink>
          {provider.category(qualiopi.category)}
        </Text>
      )}
    </>
  );
}
