import { ENCODED, isCompressible } from '../compress';
import { contentSecurityPolicy } from '../content-policy';
import { bodyKey, renderedKey } from './keys';
import type { ComposedPage, IndexEntry } from './release';
import type { Store } from './store';

export async function pageDamageOf(store: Store, { pages }: IndexEntry): Promise<string[]> {
  const state = async (key: string) => ((await store.blobs.has(key)) ? 'has changed' : 'is missing');
  const all = Object.entries(pages).map(async ([path, page]) => {
    const damage: string[] = [];
    const intact = await store.readIntactBody(page.body);
    const key = bodyKey(page.body);
    if (!intact['']) damage.push(`the page ${path} ${await state(key)}`);
    for (const ending of isEncoded(path, page) ? ENCODED : []) {
      if (!intact[ending]) damage.push(`the compressed page ${path} (${ending}) ${await state(key + ending)}`);
    }
    const html = isHtml(page) ? intact['']?.toString() : undefined;
    const { template } = page;
    if (template !== undefined && (await store.readRendered(template)) === null) {
      damage.push(`the template of ${path} ${await state(renderedKey(template))}`);
    }
    if (html !== undefined && !hasHashesOf(page, html)) damage.push(`the policy of ${path} does not match its page`);
    return damage;
  });
  return (await Promise.all(all)).flat();
}

const isHtml = ({ contentType }: ComposedPage) => contentType.startsWith('text/html');
const isEncoded = (path: string, page: ComposedPage) => isHtml(page) || isCompressible(path);

/** Whether the policy allows the inline code of this page and no other. An entry's checksum covers its directives. */
function hasHashesOf({ contentSecurityPolicy: policy }: ComposedPage, html: string): boolean {
  const hashesIn = (text: string) => [...new Set(text.match(/'sha256-[^']+'/g))].sort().join();
  return hashesIn(policy) === hashesIn(contentSecurityPolicy(html, ''));
}
