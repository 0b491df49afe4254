import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { MANAGE_PATH } from '@site/contract/addresses';
import type { NewAgreement, SignedAgreement } from '@site/contract/agreement-words';
import type { TestBackend } from './backend';
import { ownerCalls } from './owner';
import { contact, datesOf, parisDay, reserve } from './rows';
import { anyAddress, attemptHeader, visitor } from './visitor';

export const anyVisitor = () => `visitor-${randomUUID()}@exemple.org`;

interface RequestOptions {
  readonly email?: string;
  readonly headers?: Record<string, string>;
  /** The visitor's address. */
  readonly from?: string;
}

/** Mails to visitors in a backend's outbox, and the visitors' calls that cause them. */
export function visitorMailsOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const sendContact = (
    { email = anyVisitor(), headers = {}, from = anyAddress() }: RequestOptions,
    typed: object = {},
  ) => visitor(backend(), from).post('contacts', { ...contact, email, ...typed }, { ...attemptHeader(), ...headers });
  const book = async ({ email = anyVisitor(), from = anyAddress() }: RequestOptions, ...days: string[]) => {
    const by = visitor(backend(), from);
    const id = await reserve(by, {}, { email });
    await by.post('reservation_dates', datesOf(id, ...(days.length > 0 ? days : [parisDay(30)])));
    return id;
  };
  /** The next mail to a visitor, as a worker claims it. */
  const claimed = async () => {
    await query('delete from private.outbox where recipient_hash is null');
    await query('update private.outbox set not_before = now() where not_before > now()');
    const [mail] = await query<{ id: string; kind: string; detail: Record<string, unknown> }>(
      'select * from private.claim_mail()',
    );
    return mail;
  };
  const sent = (id: string | undefined) => query('select private.mail_sent($1)', [id]);
  /** Expects the next mail, and sends it. */
  const goes = async (kind: string, detail: object = {}) => {
    const mail = await claimed();
    expect(mail).toMatchObject({ kind, detail });
    await sent(mail?.id);
  };
  const settle = async () => {
    for (let mail = await claimed(); mail; mail = await claimed()) await sent(mail.id);
  };
  return {
    query,
    sendContact,
    book,
    /** Mails to visitors, oldest first. */
    queued: () =>
      query<{ kind: string; ref: string }>(
        'select kind, ref from private.outbox where recipient_hash is not null order by id',
      ),
    claimed,
    goes,
    sent,
    /** Sends all mails to visitors. */
    settle,
    /** What visitors have changed of a request by its link, oldest first. */
    changesOf: (id: string) =>
      query<{ who: string; action: string; detail: object }>(
        "select who, action, detail from private.request_events where ref = $1 and who = 'visitor' order by id",
        [id],
      ),
    /** The mails that tell the owner of such changes. */
    toOwner: (id: string) => query("select kind from private.outbox where ref = $1 and kind = 'change'", [id]),
    act: ownerCalls(backend).act,
    /** Moves the days of a reservation, or that one of them. */
    moveDays: (id: string, to: string, from: string | null = null) =>
      query(
        'update public.reservation_dates set date = $2 where reservation_id = $1 and date = coalesce($3::date, date)',
        [id, to, from],
      ),
    /** Empties the outbox and resets the settings, with mails to visitors switched on. */
    reset: async () => {
      await query('delete from private.outbox');
      await query('delete from private.submissions');
      await query(`update private.settings set visitor_mails = true, visitor_mails_per_hour = default, receipts_per_hour = default,
        visitor_mails_per_day = default, receipt_every = default, total_per_hour = default, mails_per_hour = 100000`);
    },
    switchOff: () => query('update private.settings set visitor_mails = false, mails_per_hour = default'),
  };
}

export interface ManagedReservation {
  readonly status: string;
  readonly version: number;
  readonly daysWanted: string | null;
  readonly videoLink: string | null;
  readonly wasConfirmed: boolean;
  readonly isOwnersCancellation: boolean | null;
  readonly agreement: SignedAgreement | null;
  readonly calledOff: SignedAgreement | null;
  readonly owed: object | null;
  readonly newAgreement: NewAgreement | null;
  readonly isContract: boolean | null;
  readonly days: readonly {
    readonly date: string;
    readonly confirmed: boolean;
    readonly declined: boolean;
    readonly wasConfirmed: boolean;
    readonly replacedBy: string | null;
    readonly uid: string;
    readonly insteadOf: string | null;
    readonly calledOff: boolean;
    readonly askedFor: string | null;
    readonly inAgreement: boolean;
  }[];
  readonly givenUp: readonly { readonly date: string; readonly isSigned: boolean }[];
  readonly dropped: readonly { readonly date: string; readonly isSigned: boolean }[];
}

export const anySecret = () => randomBytes(32).toString('hex');

export const secretOf = (mail: { readonly detail: Readonly<Record<string, unknown>> } | undefined) =>
  String(mail?.detail.manageUrl).replace(`${MANAGE_PATH}#`, '');

interface ManageCall {
  readonly secret: string;
  readonly version?: number;
  readonly from_day?: string;
  readonly to_day?: string;
  readonly day?: string;
  readonly days_wanted?: string | null;
  /** The visitor's address. */
  readonly from?: string;
}

type Change = 'cancel' | 'ask_day' | 'give_up_day' | 'want_days';

/** Calls a function with a link's secret. */
export const manage = (backend: TestBackend, name: 'request' | Change, { from = anyAddress(), ...args }: ManageCall) =>
  visitor(backend, from).post(`rpc/manage_${name}`, args);

/** Books as the page does, which keeps the secret. */
export async function bookWithLink(backend: TestBackend, days: readonly string[], row: object = {}) {
  const secret = anySecret();
  const hash = createHash('sha256').update(secret).digest('hex');
  const by = visitor(backend);
  const info = `${attemptHeader()['x-client-info']} link=${hash}`;
  const id = await reserve(by, { 'x-client-info': info }, row);
  await by.post('reservation_dates', datesOf(id, ...days));
  const read = async () => (await manage(backend, 'request', { secret })).body as ManagedReservation;
  /** Changes the reservation as it is now, or as `args` say that it was seen. */
  const change = async (name: Change, args: Partial<ManageCall> = {}) =>
    manage(backend, name, { secret, version: (await read()).version, ...args });
  return { id, secret, read, change };
}
