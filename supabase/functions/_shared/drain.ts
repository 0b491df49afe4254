import type { ClaimedMail } from './claimed-mail.ts';
import { failureReason } from './failure-reason.ts';
import type { Outbox } from './outbox.ts';

/** Sends or keeps one mail. Once `signal` is aborted it must not go on. */
export type Deliver = (mail: ClaimedMail, signal: AbortSignal) => Promise<void>;

export interface DrainOptions {
  /** The longest that one delivery may take; well below the lease, or another worker sends the mail too. */
  deliveryMs: number;
  /** Looked at before each claim: true leaves what is due to the next drain. */
  isOver?: () => boolean;
}

export interface Drained {
  sent: number;
  failed: number;
  /** Why the last one failed. */
  lastReason: string | null;
}

/**
 * Delivers what is due, one mail after the other, until nothing is. A mail that fails is put back.
 * @throws when the database is away; the mail under way then comes back when its lease ends
 */
export async function drain(outbox: Outbox, deliver: Deliver, options: DrainOptions): Promise<Drained> {
  const drained: Drained = { sent: 0, failed: 0, lastReason: null };
  while (!options.isOver?.()) {
    const mail = await outbox.claim();
    if (!mail) break;
    const reason = await tryToDeliver(mail, deliver, options.deliveryMs);
    if (reason === null) {
      await outbox.sent(mail.id);
      drained.sent += 1;
    } else {
      await outbox.failed(mail.id, reason);
      drained.failed += 1;
      drained.lastReason = reason;
    }
  }
  return drained;
}

/** Null when it was delivered, or why it was not. */
async function tryToDeliver(mail: ClaimedMail, deliver: Deliver, deliveryMs: number): Promise<string | null> {
  const deadline = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve(`Not done after ${deliveryMs / 1000} s`);
      deadline.abort();
    }, deliveryMs);
  });
  const delivered = Promise.resolve().then(() => deliver(mail, deadline.signal));
  const outcome = await Promise.race([delivered.then(() => null, failureReason), tooLate]);
  clearTimeout(timer);
  return outcome;
}
