import type { Backend } from '@site/contract/host';
import { attemptKeyOf } from '@site/forms/attempt-key';
import type { FormSignals } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import { type ContactMessage, type ContactOutcome, sendContactMessage } from './send-contact-message';

/** Sends messages with an attempt key, so that the server stores each once a day. */
export function createContactSender(
  backend: Backend,
): (message: ContactMessage, signals: FormSignals) => Promise<ContactOutcome> {
  // A message without an answer may be stored, so a retry keeps its key, even after midnight.
  let unfinished: { readonly content: string; readonly attemptKey: string } | undefined;

  return async (message, signals) => {
    // A bot's copy of a message must not take the key of the person's message.
    const identity = { ...message, ...(signals.isHoneypotFilled && { isHoneypotFilled: true }) };
    const content = JSON.stringify(identity);
    const attemptKey =
      unfinished?.content === content
        ? unfinished.attemptKey
        : await attemptKeyOf({ table: 'contacts', day: todayInParis(), ...identity });
    const outcome = await sendContactMessage(backend, { attempt: attemptKey, ...signals }, message);
    unfinished = outcome.ok ? undefined : { content, attemptKey };
    return outcome;
  };
}
