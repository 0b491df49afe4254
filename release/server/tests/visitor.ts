import type { ReleaseIndex } from '@site/contract/release-index';

const NAMED = /"(\/r\/([^/"]+)\/([^/"]+)\/[^"]*)"/g;

interface Visit {
  readonly seq: number;
  readonly names: readonly string[];
  readonly files: readonly string[];
}

/** Reads a page as a visitor would. @throws Error on another status, and when the page mixes files of two states */
export async function visitPage(origin: string, path: string, status = 200): Promise<Visit> {
  const answer = await fetch(origin + path);
  const html = await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}.`);
  const [, inline = ''] = /id="release-index">([^<]*)</.exec(html) ?? [];
  const { seq, shell, remotes } = JSON.parse(inline) as ReleaseIndex;
  const active = new Map([
    ['shell', shell.id],
    ...Object.entries(remotes).map(([name, { id }]) => [name, id] as const),
  ]);
  const named = [...html.replace(inline, '').matchAll(NAMED)];
  const other = named.find(([, , name = '', id]) => active.get(name) !== id);
  if (other) throw new Error(`${path} of change ${seq} has "${other[1]}".`);
  if (named.length === 0) throw new Error(`${path} of change ${seq} names no release.`);
  const offered = inline.matchAll(NAMED);
  return {
    seq,
    names: named.map(([, , name = '']) => name),
    files: [...named, ...offered].map(([, file = '']) => file),
  };
}
