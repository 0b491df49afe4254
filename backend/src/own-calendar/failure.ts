/** Why the owner's own calendar cannot be read, as `private.own_calendar` stores it. */
export type Failure =
  /** The address, or one to which it leads, is not https on the public internet. */
  | 'forbidden'
  | 'away'
  | 'slow'
  | 'refused'
  | 'error'
  /** Too many redirects. */
  | 'moved'
  | 'too-large'
  | 'no-calendar'
  | 'unreadable'
  | 'too-complex';

/** Contains neither the address nor the text of the calendar. */
export class ReadingError extends Error {
  override name = 'ReadingError';

  constructor(readonly failure: Failure) {
    super(`The owner's calendar cannot be read: ${failure}.`);
  }
}
