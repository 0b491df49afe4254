import type { ReleaseIndex } from '@site/contract/release-index';

const NAMED = /"\/r\/([^/"]+)\/([^/"]+)\/[^"]*"/g;

/**
 * Reads a page as a visitor would.
 * @returns the number of the change that it shows
 * @throws Error on an error status, and when the page mixes files of two states
 */
export async function visitPage(origin: string, path: string): Promise<number> {
  const answer = await fetch(origin + path);
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  const [, inline = ''] = /id="release-index">([^<]*)</.exec(html) ?? [];
  const { seq, shell, remotes } = JSON.parse(inline) as ReleaseIndex;
  const active = new Map([
    ['shell', shell.id],
    ...Object.entries(remotes).map(([name, { id }]) => [name, id] as const),
  ]);
  const named = [...html.replace(inline, '').matchAll(NAMED)];
  const other = named.find(([, name = '', id]) => active.get(name) !== id);
  if (other) throw new Error(`${path} of change ${seq} has ${other[0]}.`);
  if (named.length === 0) throw new Error(`${path} of change ${seq} names no release.`);
  return seq;
}
