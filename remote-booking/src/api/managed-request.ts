import type { NewAgreement, OwedAgreement, SignedAgreement } from '@site/contract/agreement-words';
import { functionCalls } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { isObject } from '@site/contract/json';
import { fetchInTime } from '@site/forms/client';
import { type CallFailure, failureOf } from '@site/forms/outcome';

const FUNCTIONS = functionCalls({
  manage_request: ['secret'],
  manage_cancel: ['secret', 'version'],
  manage_ask_day: ['secret', 'version', 'from_day', 'to_day'],
  manage_give_up_day: ['secret', 'version', 'day'],
  manage_want_days: ['secret', 'version', 'days_wanted'],
});

export interface ManagedDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly confirmed: boolean;
  /** A confirmation left the day out. Set only in a request that is cancelled, or was reopened since. */
  readonly declined: boolean;
  /** Confirmed earlier, and no longer. */
  readonly wasConfirmed: boolean;
  /** The day that has taken the place of this confirmed one, yyyy-MM-dd; null without one. */
  readonly replacedBy: string | null;
  /** The day that this one is to replace, yyyy-MM-dd: confirmed, or so until a cancellation. Null without one. */
  readonly insteadOf: string | null;
  /** The day that the visitor had asked for, and the owner has replaced by this one, yyyy-MM-dd; null without one. */
  readonly askedFor: string | null;
  /** Whether the agreement that both sides have signed is also for this day. */
  readonly inAgreement: boolean;
  /** Whether the owner has cancelled this day of that agreement. */
  readonly calledOff: boolean;
  /** UID of the day's entry in calendars, whatever its date becomes. */
  readonly uid: string;
}

/** A day that was confirmed until it was given up, cancelled or replaced. */
export interface FormerDay {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Whether the agreement that both sides have signed is also for this day. */
  readonly isSigned?: boolean;
  /** The day that has taken its place. */
  readonly replacedBy?: string;
}

/** A visitor's own reservation. `annulee` also when the visitor has cancelled it. */
export interface ManagedRequest {
  readonly status: 'nouvelle' | 'confirmee' | 'annulee';
  /** A change names the version that the visitor saw. */
  readonly version: number;
  /** AGEFICE is still asked for. */
  readonly isAgefice: boolean;
  /** Whether the file has gone to AGEFICE, or AGEFICE is not asked after all. */
  readonly isFundingSettled: boolean;
  /** AGEFICE was asked for, and is no longer. */
  readonly isFundingDropped: boolean;
  /** AGEFICE is asked for only since the price was announced. */
  readonly isFundingAdded: boolean;
  /** `one` or `all`, while it has several dates. */
  readonly daysWanted: string | null;
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null where it is not stored
   * (`KnownPrice` in `prices.ts`).
   */
  readonly dayCents: number | null;
  readonly priceCents: number | null;
  /** Whether days were confirmed when it was cancelled. */
  readonly wasConfirmed: boolean;
  /** Whether the owner has cancelled it; null while nobody has. */
  readonly isOwnersCancellation: boolean | null;
  /** What both sides have signed, or had before a cancellation; null without it. */
  readonly agreement: SignedAgreement | null;
  /** What both sides had signed when the owner cancelled it; null without it. */
  readonly calledOff: SignedAgreement | null;
  /** What is to be given back since an earlier cancellation; null without it. An older database does not have it. */
  readonly owed?: OwedAgreement | null;
  /** The agreement to sign in place of the signed one; null for none. */
  readonly newAgreement: NewAgreement | null;
  /** Whether the agreement is a contrat; null while nobody has said who pays. */
  readonly isContract: boolean | null;
  /** False where no time to withdraw applies to the agreement. */
  readonly mayWithdraw: boolean;
  /** The secret link of the video call, once a day to come is confirmed. */
  readonly videoLink: string | null;
  /** Ascending. */
  readonly days: readonly ManagedDay[];
  /** Ascending. */
  readonly givenUp: readonly FormerDay[];
  /** Days that the owner has cancelled and that are none of `days`. */
  readonly dropped: readonly FormerDay[];
  /** Days that others have replaced and that are none of `days`. */
  readonly replaced: readonly FormerDay[];
}

/** `changed`: meanwhile, in another tab or by the owner. */
export type LinkOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: 'unknown' | 'impossible' }
  | { readonly ok: false; readonly reason: 'changed'; readonly value: Value }
  | { readonly ok: false; readonly reason: 'closed'; readonly date: string }
  | CallFailure;

export type ManageOutcome = LinkOutcome<ManagedRequest>;

export type ManageFailure = Extract<LinkOutcome<unknown>, { ok: false }>;

export type VisitorAction = 'cancelled' | 'gave-up' | 'asked' | 'wanted';

type Changes = {
  readonly version: number;
  readonly from_day?: string;
  readonly to_day?: string;
  readonly day?: string;
  readonly days_wanted?: string;
};

const post = ({ url, anonKey }: Backend, name: string, args: object) =>
  fetchInTime(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });

/** Sends the link's secret in the body only. The page needs no supabase-js. */
export const linkCalls =
  <Value>(isValue: (value: unknown) => value is Value) =>
  async (backend: Backend, name: string, args: { readonly secret: string }): Promise<LinkOutcome<Value>> => {
    try {
      const response = await post(backend, name, args);
      return outcomeOf(response.status, await response.json(), isValue);
    } catch (error) {
      return { ok: false, reason: 'offline', error };
    }
  };

function outcomeOf<Value>(
  status: number,
  body: unknown,
  isValue: (value: unknown) => value is Value,
): LinkOutcome<Value> {
  if (status === 200) return isValue(body) ? { ok: true, value: body } : { ok: false, reason: 'unknown' };
  const error = isObject(body) ? { code: String(body.code), details: body.details } : null;
  const details = typeof error?.details === 'string' ? error.details : '';
  if (error?.code === 'CHANGED_SINCE') {
    const value: unknown = JSON.parse(details);
    if (isValue(value)) return { ok: false, reason: 'changed', value };
  }
  if (error?.code === 'DATE_CLOSED') return { ok: false, reason: 'closed', date: details };
  if (error?.code === 'NOT_POSSIBLE') return { ok: false, reason: 'impossible' };
  return failureOf({ status, error });
}

const isRequest = (value: unknown): value is ManagedRequest =>
  isObject(value) && typeof value.status === 'string' && Array.isArray(value.days);

const call = linkCalls(isRequest);

const AGAIN = functionCalls({ send_link_again: ['attempt'] });
const SEND_AGAIN: keyof typeof AGAIN = 'send_link_again';

/**
 * Has the link of a request that was sent before mailed to its author.
 * @returns whether the site sends mails to visitors at all; the server does not reveal whether it sends this one
 */
export const sendLinkAgain = (backend: Backend, idempotencyKey: string): Promise<boolean> =>
  post(backend, SEND_AGAIN, { attempt: idempotencyKey }).then(
    async (response) => response.ok && (await response.json()) === true,
    () => false,
  );

export const callManaged = (
  backend: Backend,
  name: keyof typeof FUNCTIONS,
  args: { readonly secret: string } & Partial<Changes>,
): Promise<ManageOutcome> => call(backend, name, args);
