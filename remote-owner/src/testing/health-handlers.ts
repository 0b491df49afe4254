import type { Health } from '../api/health';
import type { Handlers } from './handlers';

export type HealthHandlers = Pick<Handlers, 'owner_health' | 'owner_retry_mails' | 'owner_confirm_retention'>;

/** Answers the calls about the site's health, and changes it. */
export function healthHandlers(first: Health): HealthHandlers {
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
  };
}
