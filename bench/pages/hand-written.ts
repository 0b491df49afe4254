import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOfPage } from '@site/e2e/support/words-of-page';

const SOURCE = readFileSync(join(import.meta.dirname, 'hand-written.html'), 'utf8');

/**
 * The hand-written landing page, with the file addresses of the composed page.
 * @throws Error when its text differs from the composed page: the two would not be comparable
 */
export function handWrittenPage(composed: string): string {
  const page = SOURCE.replaceAll(/\/files\/([a-z-]+)\.(\w+)/g, (_, name: string, ending: string) => {
    const address = new RegExp(`/r/[^"()]+/${name}(\\.[0-9a-f]+)?\\.${ending}`).exec(composed)?.[0];
    if (!address) throw new Error(`The composed page has no ${name}.${ending}: change hand-written.html.`);
    return address;
  });
  const [ours, theirs] = [composed, page].map(wordsOfPage) as [string[], string[]];
  const at = ours.findIndex((word, index) => word !== theirs[index]);
  if (at >= 0 || ours.length !== theirs.length) {
    const excerpt = (words: string[]) => words.slice(Math.max(0, at - 5), at + 5).join(' ');
    throw new Error(`hand-written.html says “${excerpt(theirs)}” where the page says “${excerpt(ours)}”: change it.`);
  }
  return page;
}
