import type { MovedDay } from '@site/contract/agreement-words';
import type { KnownPrice } from '@site/contract/prices';
import type { OwnedRequest } from '@site/supabase/requests';

export const FILTERS = ['todo', 'verify', 'confirmed', 'cancelled', 'messages', 'spam', 'all'] as const;
export type Filter = (typeof FILTERS)[number];

export interface RequestPage {
  readonly items: readonly OwnedRequest[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  readonly counts: Readonly<Record<Filter, number>>;
  /** Counts what a search finds, 101 for more than a hundred; null without one and on further pages. */
  readonly found: number | null;
}

export interface HistoryItem {
  readonly at: string;
  readonly who: string | null;
  readonly action: string;
  readonly detail: unknown;
}

export interface RequestDetail {
  readonly request: OwnedRequest;
  readonly history: readonly HistoryItem[];
  readonly mails: readonly SentMail[];
  /** Whether the person gets a mail when the owner confirms or cancels now. */
  readonly tellsVisitor: boolean;
  readonly clashes: readonly Clash[];
  readonly price: Pick<KnownPrice, 'priceCents' | 'dayCents'> | null;
  /** Days of the signed agreement, which may be void. */
  readonly agreedDays: readonly string[] | null;
  /** The days that the owner has cancelled. */
  readonly calledOffDays: readonly string[] | null;
  /** The secret address of the video call, which mails tell of. */
  readonly videoLink: string | null;
  /** Other requests of the same person, newest first. */
  readonly others: readonly OwnedRequest[];
}

/** What the owner has cancelled and was to come. */
export interface OwnCancellation {
  /** yyyy-MM-dd */
  readonly days: readonly string[];
  readonly wereConfirmed: boolean;
  /** Whether other days of the reservation were held. */
  readonly isPart?: boolean;
  /** Wishes for some of the days that were not answered before the confirmed one was held. */
  readonly late?: readonly MovedDay[];
  readonly reason?: string;
}

/** Another open reservation for one of the days. */
export interface Clash extends TakenDay {
  /** Whether that day is confirmed for the other reservation. */
  readonly isConfirmed: boolean;
}

export interface SentMail {
  readonly kind: string;
  readonly sentAt: string | null;
  readonly failedAt: string | null;
  /** The one day that it is about, yyyy-MM-dd. */
  readonly day?: string;
  /** Whether it takes that day out of the visitor's agenda. */
  readonly isRemoval?: boolean;
}

export type NamedRequest = Pick<OwnedRequest, 'id' | 'name'>;

/** A day that is confirmed for another reservation, yyyy-MM-dd. */
export interface TakenDay extends NamedRequest {
  readonly date: string;
}

export const takenDates = (taken: readonly TakenDay[]) => [...new Set(taken.map(({ date }) => date))];

export type Channel = 'email' | 'sms' | 'whatsapp';

export interface NewRequest {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
  readonly is_agefice: boolean;
  readonly note: string | null;
  /** Sends the person a receipt, if the site mails visitors. */
  readonly tell: boolean;
}

export interface AddedRequest {
  readonly request: OwnedRequest;
  /** Whether a receipt goes to the person. */
  readonly isTold: boolean;
}
