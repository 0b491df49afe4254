import type { FollowUpStep, OwnedRequest } from '@site/supabase/requests';
import type { AgendaDay, DayRule } from './days';
import type { PushState, PushSubscriptionKeys } from './device-push';
import type { Figures } from './figures';
import type { Health, MailRecords, RetriedMails } from './health';
import type { OwnCalendar } from './own-calendar';
import type { ErasedCounts, Person } from './person';
import type { AddedRequest, Channel, Filter, NewRequest, RequestDetail, RequestPage } from './requests';
import type { Today } from './today';

export interface OwnerSession {
  readonly id: string;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly userAgent: string | null;
  readonly isThis: boolean;
}

/** State of the private calendar address. Only `owner_renew_feed` returns the address itself. */
interface FeedState {
  /** ISO 8601, UTC; null while there is no address. */
  readonly renewedAt: string | null;
}

type None = Readonly<Record<string, never>>;
interface OneRequest {
  readonly id: string;
  readonly version: number;
}

interface AlsoConfirmed {
  /** The days (yyyy-MM-dd) that may be confirmed although they are confirmed for another reservation: those that the owner was asked about. */
  readonly also_confirmed?: readonly string[];
}

/** The database's functions for the owner, by name; see docs/decisions/026-owners-space.md. */
export interface OwnerCalls {
  readonly owner_me: Call<None, { readonly email: string; readonly sessionId: string }>;
  readonly owner_requests: Call<
    {
      readonly filter: Filter;
      readonly search: string;
      readonly before: string | null;
      readonly size: number;
      readonly oldest: boolean;
    },
    RequestPage
  >;
  readonly owner_request: Call<{ readonly id: string }, RequestDetail | null>;
  readonly owner_confirm: Call<OneRequest & AlsoConfirmed & { readonly dates: readonly string[] | null }, OwnedRequest>;
  readonly owner_change_day: Call<
    OneRequest & AlsoConfirmed & { readonly from_day: string; readonly to_day: string },
    OwnedRequest
  >;
  readonly owner_cancel: Call<OneRequest, OwnedRequest>;
  readonly owner_reopen: Call<OneRequest, OwnedRequest>;
  readonly owner_verify: Call<OneRequest, OwnedRequest>;
  readonly owner_handle: Call<OneRequest & { readonly handled: boolean }, OwnedRequest>;
  readonly owner_note: Call<OneRequest & { readonly note: string }, OwnedRequest>;
  readonly owner_tell: Call<OneRequest & { readonly channel: Channel }, OwnedRequest>;
  /** `day` (yyyy-MM-dd) null takes the step back. */
  readonly owner_follow_up: Call<
    OneRequest & { readonly step: FollowUpStep; readonly day: string | null },
    OwnedRequest
  >;
  readonly owner_add_request: Call<NewRequest & AlsoConfirmed & { readonly attempt: string }, AddedRequest>;
  readonly owner_spam: Call<
    { readonly ids: readonly string[]; readonly expected: number | null },
    { readonly count: number }
  >;
  readonly owner_handle_all: Call<
    { readonly ids: readonly string[]; readonly expected: number | null },
    { readonly count: number }
  >;
  readonly owner_export: Call<None, readonly OwnedRequest[]>;
  readonly owner_person: Call<{ readonly email: string }, Person | null>;
  readonly owner_erase_person: Call<{ readonly email: string; readonly typed: string }, ErasedCounts>;
  readonly owner_days: Call<None, DayRule>;
  readonly owner_set_days: Call<DayRule, DayRule>;
  readonly owner_agenda: Call<{ readonly first: string; readonly last: string }, readonly AgendaDay[]>;
  readonly owner_feed: Call<None, FeedState>;
  readonly owner_renew_feed: Call<None, FeedState & { readonly path: string }>;
  readonly owner_own_calendar: Call<None, OwnCalendar>;
  /** Null disconnects it. */
  readonly owner_set_own_calendar: Call<{ readonly address: string | null }, OwnCalendar>;
  readonly owner_read_own_calendar: Call<None, OwnCalendar>;
  readonly owner_sessions: Call<None, readonly OwnerSession[]>;
  readonly owner_end_session: Call<{ readonly id: string }, readonly OwnerSession[]>;
  readonly owner_push: Call<None, PushState>;
  readonly owner_add_push: Call<PushSubscriptionKeys, PushState>;
  readonly owner_remove_push: Call<None, PushState>;
  readonly owner_today: Call<None, Today>;
  readonly owner_figures: Call<None, Figures>;
  readonly owner_health: Call<None, Health>;
  readonly owner_retry_mails: Call<None, RetriedMails>;
  /** Null where the site has no server of its own. */
  readonly owner_mail_records: Call<None, MailRecords | null>;
  readonly owner_confirm_retention: Call<{ readonly requests: number }, { readonly requests: number }>;
}

interface Call<Arguments, Value> {
  readonly args: Arguments;
  readonly value: Value;
}
