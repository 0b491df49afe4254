import { describeInbox, describeInboxMails } from './suites/inbox';
import { describeInboxPurge } from './suites/inbox-removal';
import { withBackend } from './support/backend';

withBackend((backend) => {
  describe('the list', () => describeInbox(backend));
  describe('mails', () => describeInboxMails(backend));
  describe('purge and retention', () => describeInboxPurge(backend));
});
