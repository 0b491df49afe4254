import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { codeOf } from './one-time-secrets';

/** Adds the code to its mail at delivery, as the outbox stores only the nonce that it is computed from. */
export function addCodesToMails(deliver: Deliver, jwtSecret: string): Deliver {
  return (mail, signal) => {
    if (mail.kind !== 'code') return deliver(mail, signal);
    return deliver({ ...mail, detail: { ...mail.detail, code: codeOf(mail.detail.nonce, jwtSecret) } }, signal);
  };
}
