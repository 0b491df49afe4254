import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = readFileSync(join(import.meta.dirname, 'hand-written.html'), 'utf8');

/** Words that stand on the composed page only where its scripts fail. */
const ONLY_WITHOUT_SHELL = /<div role="alert"[\s\S]*?(?=<section)/;

/**
 * The landing page as one would write it by hand, its files those of the composed page.
 * @throws Error when its words are no longer those of the composed page: then it measures something else
 */
export function handWrittenPage(composed: string): string {
  const page = SOURCE.replaceAll(/\/files\/([a-z-]+)\.(\w+)/g, (_, name: string, ending: string) => {
    const address = new RegExp(`/r/[^"()]+/${name}(\\.[0-9a-f]+)?\\.${ending}`).exec(composed)?.[0];
    if (!address) throw new Error(`The composed page has no ${name}.${ending}: change hand-written.html.`);
    return address;
  });
  const [ours, theirs] = [composed.replace(ONLY_WITHOUT_SHELL, ''), page].map(wordsOf) as [string[], string[]];
  const at = ours.findIndex((word, index) => word !== theirs[index]);
  if (at >= 0 || ours.length !== theirs.length) {
    const said = (words: string[]) => words.slice(Math.max(0, at - 5), at + 5).join(' ');
    throw new Error(`hand-written.html says “${said(theirs)}” where the page says “${said(ours)}”: change it.`);
  }
  return page;
}

const wordsOf = (html: string) =>
  html
    .slice(html.indexOf('<body>'))
    .replaceAll(/<!--.*?-->|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
