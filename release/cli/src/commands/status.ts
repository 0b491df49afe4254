import { lazyFrom } from '@site/release-core/lazy';
import type { Status } from '@site/server/failures/status-with-failures';
import { type Command, siteCommand } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const status: Command = {
  usage: 'status',
  description: 'lists what is active, since when, what is published, and what failed in a day',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: [
    'seq',
    'names',
    'deactivated',
    'holds',
    'damaged',
    'watches',
    'failures',
    'reporters',
    'pages',
    'requests',
    'mails',
  ],
  ...siteCommand({
    run: (context) =>
      lazy<typeof import('@site/server/failures/status-with-failures')>(
        '@site/server/failures/status-with-failures',
      ).statusWithFailures(context),
    describe: (found: Status) => {
      const { seq, names, deactivated, holds, damaged, watches, failures, reporters, pages, requests, mails } = found;
      const { describeStatus } = lazy<typeof import('../describe/describe-status')>('../describe/describe-status');
      const json = { seq, names, deactivated, holds, damaged, watches, failures, reporters, pages, requests, mails };
      return { text: describeStatus(found), json };
    },
  }),
};
