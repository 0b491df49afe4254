import { withBackend } from '@site/backend/tests/support/backend';
import { describeInbox, describeInboxMails } from './suites/inbox';
import { describeInboxPerson, describeInboxPurge } from './suites/removal';
import { describeInboxStatus } from './suites/status';

// For busy machines.
jest.setTimeout(120_000);

withBackend((backend) => {
  describe('the list', () => describeInbox(backend));
  describe('the status of a reservation', () => describeInboxStatus(backend));
  describe('mails', () => describeInboxMails(backend));
  describe('a person’s data', () => describeInboxPerson(backend));
  describe('purge and retention', () => describeInboxPurge(backend));
});
