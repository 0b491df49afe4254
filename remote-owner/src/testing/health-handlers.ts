import type { Health, MailRecords } from '../api/health';
import type { Handlers } from './handlers';

const RECORDS: MailRecords = {
  domain: 'exemple.fr',
  records: [
    { kind: 'spf', name: 'exemple.fr', state: 'set', found: ['v=spf1 include:spf.exemple.net ~all'] },
    { kind: 'dkim', name: '_domainkey.exemple.fr', state: 'unknown', found: [] },
    { kind: 'dmarc', name: '_dmarc.exemple.fr', state: 'missing', found: [] },
  ],
};

/** Answers the calls about the site's health, and changes it. */
export function healthHandlers(first: Health, records: MailRecords | null = RECORDS) {
  let health = first;
  return {
    owner_health: () => health,
    owner_retry_mails: () => {
      const { failed } = health.mails;
      health = { ...health, mails: { ...health.mails, givenUp: 0, failed: 0 } };
      return { retried: failed, left: 0 };
    },
    owner_mail_records: () => records,
    owner_confirm_retention: ({ requests }) => {
      health = { ...health, retention: null };
      return { requests };
    },
  } satisfies Partial<Handlers>;
}
