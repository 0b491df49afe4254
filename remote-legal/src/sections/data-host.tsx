import type { Site } from '@site/contract/host';
import { legalNotice } from '../content/legal-notice';
import { FactList } from './fact-list';
import { TextSection } from './text-section';

const { title, intro, facts } = legalNotice.dataHost;

export function DataHost({ site: { dataHost } }: { readonly site: Site }) {
  if (!dataHost) return null;
  return (
    <TextSection title={title} paragraphs={[intro]}>
      <FactList facts={facts(dataHost)} />
    </TextSection>
  );
}
