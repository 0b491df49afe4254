import { plural } from '@site/supabase/functions/_shared/french';
import { DatabaseError } from 'pg';
import type { Database } from '../../database/postgres';
import { FILES_FOLLOW, type InboxResult } from './inbox-requests';

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
export async function previewPurge(database: Database, what: Purge | null): Promise<InboxResult> {
  const [counts] = await database.query<Purgeable>(COUNT);
  if (!counts) throw new Error('A count returned no row.');
  return { ok: true, text: what ? purgeWording.preview(what, counts) : purgeWording.counts(counts) };
}

interface RemovalCounts {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
}

/**
 * Removes all requests of one kind, or nothing. The worker removes their mail files, as after an erasure in the
 * space.
 */
export async function purge(database: Database, what: Purge): Promise<InboxResult> {
  const ids = `select id from public.contacts where ${CONDITIONS[what]}
    union all select id from public.reservations where ${CONDITIONS[what]}`;
  try {
    // The owner has already reviewed confirmed and cancelled reservations.
    const [answer] = await database.query<{ removed: RemovalCounts }>(
      `select private.remove_requests(array(${ids}), true) as removed`,
    );
    if (!answer) throw new Error('A deletion returned no row.');
    const { removed } = answer;
    const isEmpty = removed.contacts + removed.reservations === 0;
    return { ok: true, text: isEmpty ? purgeWording.nothing(what) : purgeWording.removed(removed) };
  } catch (error) {
    // Its only refusal.
    if (error instanceof DatabaseError && error.code === 'PGRST')
      return { ok: false, reason: purgeWording.mailUnderWay };
    throw error;
  }
}

/** Counts requests of each kind; `settled` are reservations that the owner has confirmed or cancelled. */
interface Purgeable {
  readonly unwanted: number;
  readonly flagged: number;
  readonly settled: number;
}

const requests = (count: number) => `${count} demande${count > 1 ? 's' : ''}`;

const unwanted = (count: number) => `${requests(count)} ${count > 1 ? 'indésirables' : 'indésirable'}`;

const kept = (settled: number) =>
  settled === 0
    ? []
    : [
        settled > 1
          ? `${settled} réservations déjà confirmées ou annulées restent.`
          : '1 réservation déjà confirmée ou annulée reste.',
      ];

const purgeWording = {
  counts: ({ unwanted: robots, flagged, settled }: Purgeable) =>
    [
      `${unwanted(robots)}${robots > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0» pour les supprimer' : ''}.`,
      `${requests(flagged)} à vérifier${flagged > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge flagged --yes\u00a0» supprime aussi celles-ci' : ''}.`,
      ...kept(settled),
    ].join('\n'),
  preview: (what: 'unwanted' | 'flagged', { unwanted: robots, flagged, settled }: Purgeable) => {
    const total = what === 'unwanted' ? robots : robots + flagged;
    if (total === 0) return purgeWording.nothing(what);
    return [
      what === 'unwanted'
        ? `À supprimer\u00a0: ${unwanted(robots)}.`
        : `À supprimer\u00a0: ${requests(total)}, dont ${robots} ${robots > 1 ? 'indésirables' : 'indésirable'} et ${flagged} à vérifier.`,
      ...kept(settled),
      'Rien n’est encore supprimé\u00a0: ajoutez --yes pour supprimer.',
    ].join('\n');
  },
  nothing: (what: 'unwanted' | 'flagged') =>
    what === 'unwanted'
      ? 'Aucune demande indésirable à supprimer.'
      : 'Aucune demande indésirable ou à vérifier à supprimer.',
  mailUnderWay:
    'Un mail au sujet d’une de ces demandes part à cet instant\u00a0: rien n’est supprimé, réessayez dans deux minutes.',
  removed: ({ contacts, reservations, mails }: RemovalCounts) =>
    `Supprimé\u00a0: ${plural(contacts, 'message')}, ${plural(reservations, 'réservation')}, ${plural(mails, 'mail en file', 'mails en file')}. ${FILES_FOLLOW}`,
};
