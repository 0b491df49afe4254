import { todayInParis } from '@site/shared-ui';
import { attemptKeyOf } from '@site/shared-ui/backend';
import type { Backend } from '@site/shared-ui/host';
import { type ContactMessage, type ContactOutcome, sendContactMessage } from './send-contact-message';

/** Sends messages under a key by which the server stores each once a day, however often it comes. */
export function createContactSender(backend: Backend): (message: ContactMessage) => Promise<ContactOutcome> {
  // The message that may be stored although no answer said so: past midnight too it keeps its key.
  let unfinished: { readonly content: string; readonly key: string } | undefined;

  return async (message) => {
    const content = JSON.stringify(message);
    const key =
      unfinished?.content === content
        ? unfinished.key
        : await attemptKeyOf({ table: 'contacts', day: todayInParis(), ...message });
    const outcome = await sendContactMessage(backend, key, message);
    unfinished = outcome.ok ? undefined : { content, key };
    return outcome;
  };
}
