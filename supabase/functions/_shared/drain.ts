import type { ClaimedMail } from './claimed-mail.ts';
import { type DeliveryFailure, deliveryFailure } from './delivery-failure.ts';

/** Each query is a transaction of its own. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Sends or stores one mail. It must stop when `signal` is aborted. */
export type Deliver = (mail: ClaimedMail, signal: AbortSignal) => Promise<void>;

interface DrainOptions {
  /** Time-out of one delivery. Keep it well below the lease: when the lease ends, another worker sends the mail too. */
  readonly deliveryMs: number;
  /** Called before each claim; true ends the drain. */
  readonly isOver?: () => boolean;
}

export interface DrainResult {
  readonly sent: number;
  readonly failed: number;
  readonly lastReason: string | null;
}

/** Words a reason for the log. */
export const undelivered = (reason: string) =>
  `Mails were not sent, and will be tried again for two days, unless their recipient does not exist (${reason}).`;

/**
 * Delivers all due mails, one after the other. Puts failed ones back, except those whose recipient does not exist.
 * @throws when the database cannot be reached; the current mail is then sent again when its lease ends
 */
export async function drain(database: Queryable, deliver: Deliver, options: DrainOptions): Promise<DrainResult> {
  let drained: DrainResult = { sent: 0, failed: 0, lastReason: null };
  while (!options.isOver?.()) {
    // For two minutes.
    const [mail] = await database.query<ClaimedMail>('select * from private.claim_mail()');
    if (!mail) break;
    const failure = await tryToDeliver(mail, deliver, options.deliveryMs);
    if (failure === null) {
      await database.query('select private.mail_sent($1)', [mail.id]);
      drained = { ...drained, sent: drained.sent + 1 };
    } else {
      const { reason, isFinal, isOurs } = failure;
      await database.query('select private.mail_failed($1, $2, $3, $4)', [mail.id, reason, isFinal, isOurs]);
      drained = { ...drained, failed: drained.failed + 1, lastReason: failure.reason };
    }
  }
  return drained;
}

async function tryToDeliver(mail: ClaimedMail, deliver: Deliver, deliveryMs: number): Promise<DeliveryFailure | null> {
  const deadline = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<DeliveryFailure>((resolve) => {
    timer = setTimeout(() => {
      resolve({ reason: `Not done after ${deliveryMs / 1000} s`, isFinal: false, isOurs: true });
      deadline.abort();
    }, deliveryMs);
  });
  const delivered = Promise.resolve().then(() => deliver(mail, deadline.signal));
  const outcome = await Promise.race([delivered.then(() => null, deliveryFailure), tooLate]);
  clearTimeout(timer);
  return outcome;
}
