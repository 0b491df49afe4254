/** State of the mail to the owner about a request. Times in ISO 8601, UTC. */
export interface MailState {
  /** Id of its row in the outbox: all requests of a digest share one mail. */
  readonly id: string;
  readonly sentAt: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Earliest time of the next attempt; null once it is sent or given up. */
  readonly nextTryAt: string | null;
  readonly givenUpAt: string | null;
}

// A worker looks every few seconds, so an overdue mail means that no worker runs.
const OVERDUE_MS = 5 * 60_000;

/** Null for a mail that is sent, forgotten or due. */
export function troubleOf(mail: MailState | null, now: Date): 'waits' | 'given-up' | null {
  if (!mail || mail.sentAt) return null;
  if (mail.givenUpAt) return 'given-up';
  const isOverdue = mail.nextTryAt !== null && now.getTime() - Date.parse(mail.nextTryAt) > OVERDUE_MS;
  return mail.lastError !== null || isOverdue ? 'waits' : null;
}
