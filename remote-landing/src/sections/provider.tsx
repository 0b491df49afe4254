import type { Site } from '@site/contract/host';
import { Text, TextLink } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';

const { provider } = trainingSheet;

/** The law requires the note about the State's approval, and the category next to a certificate. */
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
