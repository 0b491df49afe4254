/** The owner's own calendar, which closes days. No answer contains its address. */
export interface OwnCalendar {
  /** The host of the address; null without a connection. */
  readonly host: string | null;
  readonly connectedAt: string | null;
  /** When it could be read the last time; null before the first. */
  readonly readAt: string | null;
  /** Why it could not be read the last time; null when it could. A newer database may return other keys. */
  readonly failure: string | null;
  readonly failedSince: string | null;
  /** Whether a reading that the owner waits for is still to come. */
  readonly isReading: boolean;
  /** From today on, those that it closes, also after a failure. */
  readonly days: number;
  /** Of the last reading: entries that could not be read wholly, and the names of the first ten. A database before returns none. */
  readonly unread?: Unread;
}

export interface Unread {
  readonly count: number;
  readonly names: readonly string[];
}
