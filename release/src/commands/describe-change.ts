import type { Changed } from '../changes/change-index';
import { partsOf } from '../changes/next-state';
import { findLine } from '../changes/part-line';
import { resolveRedirects } from '../changes/redirects';
import type { IndexEntry, PartChange } from '../store/release';

export function describeChange({ entry, rendered }: Changed, previous: IndexEntry | null): string {
  const { seq, change } = entry;
  return [
    ...(change.command === 'revoke' ? [`${change.name}@${change.to} is revoked.`] : []),
    ...partsOf(change).flatMap((part) => describePart(entry, part)),
    ...describeLostPaths(entry, previous),
    `Change ${seq}. Rendered: ${rendered.join(', ') || 'nothing'}; in all other pages only the release index was rewritten.`,
  ].join('\n');
}

function describePart(entry: IndexEntry, { name, from }: PartChange): string[] {
  const line = findLine(entry, name);
  if (!line?.active) {
    const remedy =
      entry.change.command === 'deactivate'
        ? `To bring it back: "npx pnpm release activate ${name}@${from}".`
        : 'No release was active before it: publish a corrected one, then activate it.';
    return [`${name}: ${from} is deactivated. ${remedy}`];
  }
  return line.active === from ? [] : [`${name}: ${from ?? 'not active'} → ${line.active}`];
}

function describeLostPaths(entry: IndexEntry, previous: IndexEntry | null): string[] {
  const redirects = resolveRedirects(entry.redirects ?? {}, Object.keys(entry.pages));
  const lost = Object.keys({ ...previous?.pages, ...entry.redirects }).filter((path) => !(path in entry.pages));
  return lost.map((path) => (redirects[path] ? `${path} leads to ${redirects[path]}.` : `${path} answers 404 now.`));
}
