import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { grantsIn, isExpired, type ListedGrant } from '@site/release-core/wire/grants';
import { renderTable } from '@site/terminal/table';
import type { Answer } from '../command/command';

const HEAD = ['grant', 'to', 'parts', 'may', 'until', 'accepts', 'last change'];

export async function listGrants(store: Store): Promise<Answer> {
  const all = await grantsIn(store.blobs).list();
  const history = all.length > 0 ? await readLatest(store) : [];
  const grants = all.map((one) => describe(one, history));
  return {
    text: grants.length > 0 ? renderTable([HEAD, ...grants.map(rowOf)]) : 'No grants: only this machine can release.',
    json: { grants },
  };
}

/** Enough to see whether a grant is in use. */
const LOOKED_AT = 200;

async function readLatest(store: Store): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for await (const reading of store.readBackwards()) {
    if ('entry' in reading) entries.unshift(reading.entry);
    if (entries.length === LOOKED_AT) break;
  }
  return entries;
}

function describe({ token, oidc, ...grant }: ListedGrant, history: readonly IndexEntry[]) {
  const last = history.findLast(({ change }) => change.grant === grant.id);
  return {
    ...grant,
    isExpired: isExpired(grant),
    oidc: oidc ?? null,
    lastChange: last ? { seq: last.seq, at: last.change.at } : null,
  };
}

function rowOf(grant: ReturnType<typeof describe>): string[] {
  const { id, to, names, may, until = '–', oidc, lastChange } = grant;
  const claims = Object.entries(oidc?.claims ?? {}).map(([name, value]) => `${name}=${value}`);
  const end = grant.isWithdrawn ? 'withdrawn' : grant.isExpired ? `${until} (over)` : until;
  const last = lastChange ? `${lastChange.seq}, ${lastChange.at.slice(0, 10)}` : '–';
  return [
    id,
    to,
    names.join('\n') || '–',
    may.join('\n'),
    end,
    oidc ? [oidc.issuer, ...claims].join('\n') : 'its token',
    last,
  ];
}
