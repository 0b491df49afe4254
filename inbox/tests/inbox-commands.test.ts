import { withBackend } from '@site/backend/tests/support/backend';
import { describeInbox } from './suites/inbox';
import { describeInboxMails } from './suites/inbox-mails';
import { describeInboxPerson } from './suites/inbox-person';
import { describeInboxPurge } from './suites/inbox-purge';
import { describeInboxStatus } from './suites/inbox-status';

// For busy machines.
jest.setTimeout(120_000);

withBackend((backend) => {
  describe('the list', () => describeInbox(backend));
  describe('the status of a reservation', () => describeInboxStatus(backend));
  describe('mails', () => describeInboxMails(backend));
  describe('a person’s data', () => describeInboxPerson(backend));
  describe('purge and retention', () => describeInboxPurge(backend));
});
