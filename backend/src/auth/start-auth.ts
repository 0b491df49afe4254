import type { Deliver, Queryable } from '@site/supabase/functions/_shared/drain';
import { createFeed } from '@site/supabase/functions/_shared/mail/feed';
import type { SiteFacts } from '@site/supabase/functions/_shared/settings';
import { createAuth } from './auth';
import { codeOf, openAuthDatabase } from './auth-database';

/** Delays the worker until the answer is sent, so that a mail to an owner does not delay the answer. */
const AFTER_ANSWER_MS = 50;

interface AuthOptions {
  readonly jwtSecret: string;
  readonly siteOrigin: string | undefined;
  readonly siteFacts: () => SiteFacts;
}

export async function startAuth(queries: Queryable, options: AuthOptions) {
  const { jwtSecret, siteOrigin = '', siteFacts } = options;
  const site = {
    origin: options.siteOrigin,
    get facts() {
      return siteFacts();
    },
  };
  const database = openAuthDatabase(queries);
  let onCode: () => void = () => undefined;
  const wake = () => void setTimeout(() => onCode(), AFTER_ANSWER_MS).unref();
  const auth = createAuth({ database, jwtSecret, issuer: `${siteOrigin}/auth/v1`, onCode: wake });
  return {
    auth,
    feed: createFeed(queries, site),
    owners: await database.countOwners(),
    onCodeMail: (listener: () => void) => {
      onCode = listener;
    },
  };
}

/** Adds the code to its mail at delivery, as the outbox stores only the nonce that it is computed from. */
export function addCodesToMails(deliver: Deliver, jwtSecret: string): Deliver {
  return (mail, signal) => {
    if (mail.kind !== 'code') return deliver(mail, signal);
    return deliver({ ...mail, detail: { ...mail.detail, code: codeOf(mail.detail.nonce, jwtSecret) } }, signal);
  };
}
