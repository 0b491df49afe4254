import type { Changed } from '@site/release-core/changes/change-index';
import { partsOf } from '@site/release-core/changes/next-state';
import { resolveRedirects } from '@site/release-core/changes/redirects';
import type { IndexEntry, PartChange } from '@site/release-core/store/release';

export function describeChange({ entry, rendered }: Changed, previous: IndexEntry | null): string {
  const { seq, change } = entry;
  return [
    ...(change.command === 'revoke' ? [`${change.name}@${change.revoked} is revoked.`] : []),
    ...partsOf(change).flatMap((part) => describePart(entry, part)),
    ...describeLostPaths(entry, previous),
    `Change ${seq}. Rendered: ${rendered.join(', ') || 'nothing'}; in all other pages only the release index was rewritten.`,
  ].join('\n');
}

function describePart(entry: IndexEntry, { name, from, to }: PartChange): string[] {
  if (to) return [`${name}: ${from ?? 'not active'} → ${to}`];
  if (!from) return [];
  const remedy =
    entry.change.command === 'deactivate'
      ? `To bring it back: "npx pnpm release activate ${name}@${from}".`
      : 'No release was active before it: publish a corrected one, then activate it.';
  return [`${name}: ${from} is deactivated. ${remedy}`];
}

function describeLostPaths(entry: IndexEntry, previous: IndexEntry | null): string[] {
  const [now, then] = [targetsIn(entry), previous ? targetsIn(previous) : {}];
  const lost = Object.keys({ ...previous?.pages, ...entry.redirects }).filter((path) => !(path in entry.pages));
  const changed = lost.filter((path) => previous === null || path in previous.pages || now[path] !== then[path]);
  return changed.map((path) => (now[path] ? `${path} leads to ${now[path]}.` : `${path} answers 404 now.`));
}

const targetsIn = ({ redirects = {}, pages }: IndexEntry) => resolveRedirects(redirects, Object.keys(pages));
