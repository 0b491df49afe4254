import type { EndedAgreement, MovedDay, SignedAgreement } from '@site/contract/agreement-words';
import type { DayFile, DayFileChanges, PaperName, PaperStep } from '@site/contract/day-papers';
import type { TrainingYear } from '@site/contract/training-year';
import type { Concern, FollowUpStep, OwnedRequest } from '@site/supabase/requests';
import type { Database } from '@site/supabase/types';
import type { PushState } from './device-push';
import type { Health, MailRecords, RetriedMails } from './health';
import type { AddedRequest, Channel, Filter, NamedRequest, NewRequest, RequestDetail, RequestPage } from './requests';

// A key that is added later is optional until the migrations are gathered the next time: a part may be released to a
// server whose database is older.

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

/** The database's functions for the owner answer so; see docs/decisions/026-owners-space.md. */
interface OwnerAnswers {
  readonly owner_me: { readonly email: string; readonly sessionId: string };
  readonly owner_requests: RequestPage;
  readonly owner_request: RequestDetail | null;
  readonly owner_confirm: OwnedRequest;
  readonly owner_change_day: OwnedRequest;
  readonly owner_cancel: OwnedRequest;
  readonly owner_reopen: OwnedRequest;
  readonly owner_see_given_up: OwnedRequest;
  readonly owner_verify: OwnedRequest;
  readonly owner_handle: OwnedRequest;
  readonly owner_note: OwnedRequest;
  readonly owner_tell: OwnedRequest;
  readonly owner_follow_up: OwnedRequest;
  readonly owner_day_file: ReservationFile | null;
  readonly owner_see_day_file: ReservationFile | null;
  readonly owner_change_day_file: ReservationFile;
  readonly owner_mark_paper: ReservationFile;
  readonly owner_leave_paper: ReservationFile;
  readonly owner_add_request: AddedRequest;
  readonly owner_spam: { readonly count: number };
  readonly owner_handle_all: { readonly count: number };
  readonly owner_export: readonly OwnedRequest[];
  readonly owner_person: Person | null;
  readonly owner_erase_person: ErasedCounts;
  readonly owner_days: DayRule;
  readonly owner_set_days: DayRule;
  readonly owner_agenda: readonly AgendaDay[];
  readonly owner_feed: FeedState;
  readonly owner_renew_feed: FeedState & { readonly path: string };
  readonly owner_own_calendar: OwnCalendar;
  readonly owner_set_own_calendar: OwnCalendar;
  readonly owner_read_own_calendar: OwnCalendar;
  readonly owner_sessions: readonly OwnerSession[];
  readonly owner_end_session: readonly OwnerSession[];
  readonly owner_push: PushState;
  readonly owner_add_push: PushState;
  readonly owner_remove_push: PushState;
  readonly owner_today: Today;
  readonly owner_figures: Figures;
  readonly owner_training_year: TrainingYear;
  readonly owner_report_year: TrainingYear;
  readonly owner_health: Health;
  readonly owner_retry_mails: RetriedMails;
  /** Null where the site has no server of its own. */
  readonly owner_mail_records: MailRecords | null;
  readonly owner_confirm_retention: { readonly requests: number };
}

type Functions = Database['public']['Functions'];
type Value<Given> = Given extends readonly (infer Member)[] ? readonly Member[] : Given;

/** The arguments of a function, as the database declares them. */
type DeclaredArgs<Name extends keyof Functions> = {
  readonly [Key in keyof Functions[Name]['Args']]: Value<Functions[Name]['Args'][Key]>;
};

/** Narrower types of arguments than the declared ones: one of a few words, or a value that may be null. */
interface NarrowedArgs {
  readonly owner_requests: { readonly filter: Filter; readonly before: string | null };
  readonly owner_confirm: { readonly dates: readonly string[] | null };
  /** `site`: the site confirms the days again. */
  readonly owner_tell: { readonly channel: Channel | 'site' };
  /** `day` (yyyy-MM-dd) null takes the step back. */
  readonly owner_follow_up: { readonly step: FollowUpStep; readonly day: string | null };
  readonly owner_change_day_file: { readonly changes: DayFileChanges };
  /** `day` (yyyy-MM-dd) null takes the mark back. */
  readonly owner_mark_paper: { readonly paper: PaperName; readonly step: PaperStep; readonly day: string | null };
  readonly owner_leave_paper: { readonly paper: PaperName };
  readonly owner_add_request: NewRequest;
  readonly owner_spam: { readonly expected: number | null };
  readonly owner_handle_all: { readonly expected: number | null };
  readonly owner_set_days: DayRule;
  /** Null disconnects it. */
  readonly owner_set_own_calendar: { readonly address: string | null };
}

/** `also_confirmed`: the days that may be confirmed although they are taken, those that the owner was asked about. */
export type OwnerCalls = {
  readonly [Name in keyof OwnerAnswers]: {
    readonly args: Name extends keyof NarrowedArgs
      ? Omit<DeclaredArgs<Name>, keyof NarrowedArgs[Name]> & NarrowedArgs[Name]
      : DeclaredArgs<Name>;
    readonly value: OwnerAnswers[Name];
  };
};

export interface Today {
  /** Requests that the owner has not answered. */
  readonly todo: number;
  /** When the oldest of these requests came in, without those of `wishes`; null without any. */
  readonly oldestAt: string | null;
  /** The name of the request that waits, if it is the only one beside `wishes`; otherwise null. */
  readonly only: string | null;
  /** What visitors ask for in place of confirmed days. `isTaken`: another reservation is confirmed for the new day. */
  readonly wishes?: readonly (MovedDay & { readonly request: NamedRequest; readonly isTaken?: boolean })[];
  /** Confirmed days that visitors have given up lately. */
  readonly givenUp: readonly GivenUpDays[];
  /** The next confirmed days, three at most. */
  readonly next: readonly { readonly date: string; readonly requests: readonly NamedRequest[] }[];
  /** All but the requests, which `todo` counts. */
  readonly concerns: readonly Concern[];
  /** Which first steps are done. */
  readonly steps: {
    readonly days: boolean;
    readonly agenda: boolean;
    readonly request: boolean;
    /** Whether a reservation was confirmed or cancelled: the first days are over. */
    readonly answered: boolean;
  };
}

export interface GivenUpDays {
  readonly request: NamedRequest;
  readonly days: readonly string[];
  /** The request's version, as `owner_see_given_up` needs it. */
  readonly version: number;
  /** What both sides had signed; null without it. */
  readonly agreement: SignedAgreement | null;
  /** Whether the visitor has cancelled all days while a consumer may withdraw. */
  readonly isWithdrawal: boolean;
}

export interface DayRule {
  /** Whether each weekday is open, Monday first. */
  readonly weekly: readonly boolean[];
  /** Whether French public holidays are closed. */
  readonly holidays: boolean;
  /** Single days off, yyyy-MM-dd, ascending. */
  readonly off: readonly string[];
  readonly periods: readonly ClosedPeriod[];
  /** Whether days with a confirmed reservation are closed. */
  readonly confirmedDays: boolean;
  /** Days between today and the first one that can be booked; 0: today can. */
  readonly noticeDays: number;
  /** Days from today to the last one that can be booked; null: as far as the site allows. */
  readonly horizonDays: number | null;
  readonly version: number;
}

/** Days off from the first to the last, yyyy-MM-dd. */
export interface ClosedPeriod {
  readonly first: string;
  readonly last: string;
  readonly label: string | null;
}

/** `insteadOf`: the confirmed day that the requested one is to replace, yyyy-MM-dd. */
export type AskingRequest = NamedRequest & { readonly insteadOf?: string | null };

/** A day that is confirmed or asked for, busy in the owner's own calendar, or a holiday. */
export interface AgendaDay {
  readonly date: string;
  /** Requests that are confirmed on this day. */
  readonly requests: readonly OwnedRequest[];
  readonly asked: readonly AskingRequest[];
  /** Key of a French public holiday, open or not. */
  readonly holiday: string | null;
  /** Whether the owner's own calendar is busy on this day. */
  readonly isBusy: boolean;
}

/** Counts of one month in Paris. */
export interface MonthFigures {
  /** yyyy-MM */
  readonly month: string;
  readonly requests: number;
  readonly confirmedDays: number;
  /** Null where no server counts them. */
  readonly pages: number | null;
}

export interface Figures {
  /** The last twelve, the earliest first. */
  readonly months: readonly MonthFigures[];
  /** Counts the requests that want funding. */
  readonly agefice: number;
  /** Confirmed days from today on. */
  readonly daysAhead: number;
}

/** The owner's own calendar, which closes days. No answer contains its address. */
export interface OwnCalendar {
  /** The host of the address; null without a connection. */
  readonly host: string | null;
  readonly connectedAt: string | null;
  /** Time of the last successful reading; null before the first. */
  readonly readAt: string | null;
  /** Why the last reading failed; null when it did not. A newer database may return other keys. */
  readonly failure: string | null;
  readonly failedSince: string | null;
  /** Whether a reading that the owner waits for is still to come. */
  readonly isReading: boolean;
  /** Counts the days from today on that it closes, also after a failure. */
  readonly days: number;
  /** Entries that the last reading could not use entirely. */
  readonly unread: UnreadEntries;
}

export interface UnreadEntries {
  readonly count: number;
  /** Names the first ten. */
  readonly names: readonly string[];
}

/** A reservation with what its papers need. The version of the file is not that of the request. */
export interface ReservationFile {
  readonly request: OwnedRequest;
  readonly file: DayFile;
  /** The link of the video call; null where the site has none. */
  readonly videoLink: string | null;
  /** Whether a mail has put other hours into the visitor's calendar. */
  readonly hasOtherHours: boolean;
  /** Whether a low note of the questionnaire waits for a note of the owner. */
  readonly hasLowNote: boolean;
  /**
   * The signed agreement of a reservation that the visitor has cancelled, or has given up a day of after a sum had
   * come, if the owner has not acted since. Null without one.
   */
  readonly left: EndedAgreement | null;
  /**
   * The signed agreement of a reservation that the owner has cancelled, or of which the owner has called off days after
   * others were held or a sum had come, until what that asks for is noted as done. Null without one.
   */
  readonly calledOff: EndedAgreement | null;
}

export interface PersonRequest extends OwnedRequest {
  /** Null while nothing is known; missing for messages. */
  readonly file?: Omit<DayFile, 'vatThen' | 'signedClient' | 'dayCents'> | null;
  readonly mails: readonly { readonly kind: string; readonly sentAt: string | null }[];
  readonly history: readonly { readonly at: string; readonly action: string }[];
}

export interface Person {
  readonly contacts: readonly PersonRequest[];
  readonly reservations: readonly PersonRequest[];
}

export interface ErasedCounts {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
}
