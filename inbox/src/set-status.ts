import type { Database } from '@site/backend/database';
import type { Answer } from './answer';
import { readRefusal } from './refusal';
import { type Settled, statusWording, type TakenDay } from './status-wording';

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
): Promise<Answer> {
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
): Promise<Settled | TakenDay[] | undefined> {
  try {
    const [settled] = await database.query<Settled>(statement, [...values]);
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
