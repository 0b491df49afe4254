import { INDEX_ELEMENT_ID, SITE_ELEMENT_ID } from '@site/contract/page-data';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex } from './example-index';

/** Adds the data of a composed page to the document. */
export function addPageData(index: object = exampleIndex): void {
  addJson(SITE_ELEMENT_ID, { site: exampleSite, backend: { url: '', anonKey: 'example-key' } });
  addJson(INDEX_ELEMENT_ID, index);
}

function addJson(id: string, value: unknown) {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = id;
  script.textContent = JSON.stringify(value);
  document.head.append(script);
}
