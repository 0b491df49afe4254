import type { Health } from '../api/health';
import type { Handlers } from './handlers';

/** Answers the calls about the site's health, and changes it. */
export function healthHandlers(first: Health) {
  let health = first;
  return {
    owner_health: () => health,
    owner_retry_mails: () => {
      const { failed } = health.mails;
      health = { ...health, mails: { ...health.mails, givenUp: 0, failed: 0 } };
      return { retried: failed, left: 0 };
    },
    owner_confirm_retention: ({ requests }) => {
      health = { ...health, retention: null };
      return { requests };
    },
  } satisfies Partial<Handlers>;
}
