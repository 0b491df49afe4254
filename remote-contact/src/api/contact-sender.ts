import type { Backend } from '@site/contract/host';
import { idempotencyKeyOf } from '@site/forms/idempotency-key';
import type { FormSignals } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import { type ContactMessage, type ContactOutcome, sendContactMessage } from './send-contact-message';

/** Sends messages with an idempotency key, so that the server stores each once a day. */
export function createContactSender(
  backend: Backend,
): (message: ContactMessage, signals: FormSignals) => Promise<ContactOutcome> {
  // A message without an answer may be stored, so a retry keeps its key, even after midnight.
  let unfinished: { readonly content: string; readonly idempotencyKey: string } | undefined;

  return async (message, signals) => {
    // A bot's copy of a message must not take the key of the person's message.
    const identity = { ...message, ...(signals.isHoneypotFilled && { isHoneypotFilled: true }) };
    const content = JSON.stringify(identity);
    const idempotencyKey =
      unfinished?.content === content
        ? unfinished.idempotencyKey
        : await idempotencyKeyOf({ table: 'contacts', day: todayInParis(), ...identity });
    const outcome = await sendContactMessage(backend, { idempotencyKey, ...signals }, message);
    unfinished = outcome.ok ? undefined : { content, idempotencyKey };
    return outcome;
  };
}
