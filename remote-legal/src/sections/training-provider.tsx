import type { Site } from '@site/contract/host';
import { Text, TextLink } from '@site/shared-ui';
import { legalNotice } from '../content/legal-notice';
import { TextSection } from './text-section';

const { title, declaration, ...words } = legalNotice.training;

export function TrainingProvider({ site: { nda, qualiopi } }: { readonly site: Site }) {
  if (!nda && !qualiopi) return null;
  return (
    <TextSection title={title} paragraphs={nda ? [declaration(nda)] : []}>
      {qualiopi && (
        <>
          <Text>{words.qualiopi(qualiopi.category)}</Text>
          <TextLink href={qualiopi.certificate} alignSelf="start">
            {words.certificate}
          </TextLink>
        </>
      )}
    </TextSection>
  );
}
