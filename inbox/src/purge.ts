import type { Database } from '@site/backend/database';
import type { Answer } from './answer';
import { type Purgeable, purgeWording } from './purge-wording';
import { removeRequests } from './remove-requests';

/** `flagged` includes unwanted requests. */
const CONDITIONS = {
  unwanted: '(unwanted or is_spam)',
  flagged: '(flagged or unwanted or is_spam)',
} as const;

type Purge = keyof typeof CONDITIONS;

const COUNT = `
  select count(*) filter (where unwanted and not settled)::integer as unwanted,
    count(*) filter (where not unwanted and not settled)::integer as flagged,
    count(*) filter (where settled)::integer as settled
  from (
    select c.unwanted or c.is_spam as unwanted, false as settled
      from public.contacts c where c.flagged or c.unwanted or c.is_spam
    union all
    select r.unwanted or r.is_spam, r.status <> 'nouvelle'
      from public.reservations r where r.flagged or r.unwanted or r.is_spam
  ) as request`;

export const isPurge = (word: string): word is Purge => Object.hasOwn(CONDITIONS, word);

/** @param what null for both kinds */
export async function previewPurge(database: Database, what: Purge | null): Promise<Answer> {
  const [counts] = await database.query<Purgeable>(COUNT);
  if (!counts) throw new Error('A count returned no row.');
  return { ok: true, text: what ? purgeWording.preview(what, counts) : purgeWording.counts(counts) };
}

/** Removes all requests of one kind, or nothing. */
export async function purge(database: Database, what: Purge, dataDir: string): Promise<Answer> {
  const ids = `select id from public.contacts where ${CONDITIONS[what]}
    union all select id from public.reservations where ${CONDITIONS[what]}`;
  // The owner has already reviewed confirmed and cancelled reservations.
  const removed = await removeRequests(database, dataDir, {
    sql: `private.remove_requests(array(${ids}), true)`,
  });
  if (!removed) return { ok: false, reason: purgeWording.mailUnderWay };
  const isEmpty = removed.contacts + removed.reservations === 0;
  return { ok: true, text: isEmpty ? purgeWording.nothing(what) : purgeWording.removed(removed) };
}
