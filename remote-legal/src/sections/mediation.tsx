import type { Site } from '@site/contract/host';
import { TextLink } from '@site/shared-ui';
import { legalNotice } from '../content/legal-notice';
import { FactList } from './fact-list';
import { TextSection } from './text-section';

const { title, text, facts, link } = legalNotice.mediation;

export function Mediation({ site: { mediator } }: { readonly site: Site }) {
  if (!mediator) return null;
  return (
    <TextSection title={title} paragraphs={[text]}>
      <FactList facts={facts(mediator)} />
      <TextLink href={mediator.url} alignSelf="start">
        {link}
      </TextLink>
    </TextSection>
  );
}
