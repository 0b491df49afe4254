/** How far the mail that tells the owner of an entry has come. Times in ISO 8601, UTC. */
export type MailState = {
  /** Of its row in the outbox: all entries of a digest have one mail. */
  id: string;
  sentAt: string | null;
  attempts: number;
  /** What the last attempt that failed ended with. */
  lastError: string | null;
  /** When it may go; null once it is sent or given up. */
  nextTryAt: string | null;
  givenUpAt: string | null;
};

// A worker looks every few seconds: what is due for longer waits for a worker that is not there.
const OVERDUE_MS = 5 * 60_000;

/** Null where there is nothing to say: it is sent, forgotten, or about to go. */
export function troubleOf(mail: MailState | null, now: Date): 'waits' | 'given-up' | null {
  if (!mail || mail.sentAt) return null;
  if (mail.givenUpAt) return 'given-up';
  const isOverdue = mail.nextTryAt !== null && now.getTime() - Date.parse(mail.nextTryAt) > OVERDUE_MS;
  return mail.lastError !== null || isOverdue ? 'waits' : null;
}
