import { describeInbox, describeInboxMails } from './suites/inbox';
import { describeInboxPerson, describeInboxPurge } from './suites/inbox-removal';
import { withBackend } from './support/backend';

withBackend((backend) => {
  describe('the list', () => describeInbox(backend));
  describe('mails', () => describeInboxMails(backend));
  describe('a person’s data', () => describeInboxPerson(backend));
  describe('purge and retention', () => describeInboxPurge(backend));
});
