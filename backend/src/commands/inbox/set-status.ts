import type { RequestStatus, StoredRequest } from '@site/supabase/functions/_shared/claimed-mail';
import { formatDay } from '@site/supabase/functions/_shared/french';
import { sanitizeForTerminal } from '@site/terminal/output';
import type { Database } from '../../database/postgres';
import { type InboxResult, readRefusal, wording } from './inbox-requests';

const MATCHES = `
  select id, 'reservation' as kind from public.reservations where starts_with(id::text, $1)
  union all
  select id, 'contact' from public.contacts where starts_with(id::text, $1)`;

type Action = 'confirm' | 'cancel';

interface Decision {
  readonly action: Action;
  /** yyyy-MM-dd. */
  readonly alsoConfirmed?: readonly string[] | undefined;
}

// Functions of the owner's space; null stands for any version.
const ACTIONS: Readonly<Record<Action, string>> = {
  confirm: 'public.owner_confirm(before.id, null, also_confirmed => $2::date[])',
  cancel: 'public.owner_cancel(before.id, null)',
};

const settle = (action: string) => `
  select after.request, (after.request ->> 'version')::integer = before.version as "wasSettled"
  from (select id, version from public.reservations where id = $1 for update) as before,
    lateral (select ${action} as request) as after`;

const IS_MAILED = `
  select exists (
    select from private.outbox where ref = $1 and kind = $2 and sent_at is null and given_up_at is null) as "isMailed"`;

// A shorter one could become ambiguous with the next reservation.
const REFERENCE = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/;

/**
 * Confirms or cancels the only reservation whose id begins with `given`. `confirm` is refused when another reservation is
 * confirmed for one of the days that `alsoConfirmed` does not name.
 */
export async function setStatus(
  database: Database,
  given: string,
  { action, alsoConfirmed = [] }: Decision,
): Promise<InboxResult> {
  const reference = given.trim().toLowerCase();
  if (!REFERENCE.test(reference)) return { ok: false, reason: statusWording.malformed };
  const matches = await database.query<{ id: string; kind: string }>(MATCHES, [reference]);
  const reservations = matches.filter(({ kind }) => kind === 'reservation').map(({ id }) => id);
  const [id, ...others] = reservations;
  if (!id) return { ok: false, reason: statusWording.missing(reference, matches.length > 0) };
  if (others.length > 0) return { ok: false, reason: statusWording.ambiguous(reference, reservations) };

  const settled = await settleUnlessTaken(database, settle(ACTIONS[action]), [
    id,
    ...(action === 'confirm' ? [alsoConfirmed] : []),
  ]);
  if (Array.isArray(settled)) return { ok: false, reason: statusWording.taken(settled, id) };
  if (!settled) return { ok: false, reason: statusWording.missing(reference, false) };
  const [status, mail] =
    action === 'cancel' ? (['annulee', 'cancellation'] as const) : (['confirmee', 'confirmation'] as const);
  const [{ isMailed } = { isMailed: false }] = await database.query<{ isMailed: boolean }>(IS_MAILED, [id, mail]);
  return { ok: true, text: statusWording.settled(settled, status, isMailed) };
}

async function settleUnlessTaken(
  database: Database,
  statement: string,
  values: readonly unknown[],
): Promise<StatusResult | TakenDay[] | undefined> {
  try {
    const [settled] = await database.query<StatusResult>(statement, [...values]);
    return settled;
  } catch (error) {
    const taken = takenDays(error);
    if (taken) return taken;
    throw error;
  }
}

function takenDays(error: unknown): TakenDay[] | null {
  const refusal = readRefusal(error);
  return refusal?.code === 'DAY_TAKEN' ? (JSON.parse(refusal.details) as TakenDay[]) : null;
}

/** `wasSettled`: the reservation already had that status. */
interface StatusResult {
  readonly request: StoredRequest;
  readonly wasSettled: boolean;
}

/** A day, yyyy-MM-dd, that is confirmed for another reservation. */
interface TakenDay {
  readonly date: string;
  readonly id: string;
  readonly name: string;
}

const shortId = (id: string) => id.slice(0, 8);

const statusWording = {
  malformed:
    'Donnez l’identifiant d’une réservation, entier ou au moins ses 8 premiers caractères\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre.',
  missing: (reference: string, isContact: boolean) =>
    isContact
      ? `${reference} est un message, pas une réservation\u00a0: il n’y a rien à confirmer ni à annuler.`
      : `Aucune réservation ne commence par ${reference}\u00a0: «\u00a0npx pnpm inbox\u00a0» les montre toutes.`,
  ambiguous: (reference: string, ids: string[]) =>
    `${ids.length} réservations commencent par ${reference}\u00a0: donnez l’identifiant entier, ${ids.join(' ou ')}.`,
  taken: (days: readonly TakenDay[], id: string) =>
    [
      ...days.map(takenDay),
      `La formation est individuelle\u00a0: rien n’est confirmé. Pour confirmer quand même\u00a0: «\u00a0npx pnpm inbox confirm ${shortId(id)} ${alsoConfirmed(days)}\u00a0».`,
    ].join('\n'),
  /** @param isMailed whether a mail to the visitor waits in the outbox */
  settled: (
    { request: { id, name, email, dates }, wasSettled }: StatusResult,
    status: RequestStatus,
    isMailed: boolean,
  ) =>
    [
      `La réservation ${shortId(id)} de ${sanitizeForTerminal(name)} ${wasSettled ? 'était déjà' : 'est'} ${wording.status[status]}\u00a0: ${dates.map(formatDay).join(', ') || wording.noDates}.`,
      ...(wasSettled ? [] : [isMailed ? mailed(email) : `Aucun mail ne part\u00a0: prévenez ${email}.`]),
    ].join('\n'),
};

const alsoConfirmed = (days: readonly TakenDay[]) =>
  [...new Set(days.map(({ date }) => `--also-confirmed ${date}`))].join(' ');

const mailed = (email: string) =>
  `Le site l’annonce à ${email}\u00a0: le mail part dans une minute, ou dès que le site tourne.`;

const takenDay = ({ date, name, id }: TakenDay) =>
  `Le ${formatDay(date)} est déjà confirmé pour ${sanitizeForTerminal(name)} (${shortId(id)}).`;

export async function resend(database: Database): Promise<InboxResult> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>('select private.retry_mails() as count');
  if (count === 0) return { ok: true, text: 'Aucun mail n’attend un nouvel essai.' };
  const mails = count > 1 ? `${count} mails partent` : '1 mail part';
  return { ok: true, text: `${mails} maintenant, ou dès que le site tourne.` };
}
