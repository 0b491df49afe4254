import { lazyFrom } from '@site/release-core/lazy';
import type { Log } from '@site/release-core/operations/read-log';
import type { Status } from '@site/server/failures/failures';
import type { LocatedFailures } from '@site/server/failures/locate-failures';
import type { SpeedsFound } from '@site/server/failures/speeds';
import { type Command, type Flags, siteCommand } from '../command/command';

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
      lazy<typeof import('@site/server/failures/failures')>('@site/server/failures/failures').statusWithFailures(
        context,
      ),
    describe: (found: Status) => {
      const { seq, names, deactivated, holds, damaged, watches, failures, reporters, pages, requests, mails } = found;
      const { describeStatus } = lazy<typeof import('../describe/describe-status')>('../describe/describe-status');
      const json = { seq, names, deactivated, holds, damaged, watches, failures, reporters, pages, requests, mails };
      return { text: describeStatus(found), json };
    },
  }),
};

const logFlags = {
  name: { type: 'string', value: '<name>', description: 'lists the changes of one part' },
  since: { type: 'string', value: '<time>', description: 'lists changes since 2d, 3h, 30min, a day or a moment' },
  limit: { type: 'string', value: '<count>', description: 'lists this many of the last changes' },
} as const satisfies Flags;

export const log: Command<typeof logFlags> = {
  usage: 'log [--name <name>] [--since 2d] [--limit 20]',
  flags: logFlags,
  description: 'lists changes: number, when, who, what, from, to, why',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['changes', 'damaged', 'isCut'],
  ...siteCommand({
    input: ({ name, since, limit }) => ({ name, since, limit }),
    run: ({ store, options }) =>
      lazy<typeof import('@site/release-core/operations/read-log')>('@site/release-core/operations/read-log').readLog(
        store,
        options,
      ),
    describe: (found: Log, { limit }) => ({
      text: lazy<typeof import('../describe/describe-status')>('../describe/describe-status').describeLog(
        found,
        limit === undefined,
      ),
      json: found,
    }),
  }),
};

const failuresFlags = {
  name: { type: 'string', value: '<name>', description: 'lists the failures of one part' },
  hours: { type: 'string', value: '<count>', description: 'lists those of so many hours, 720 at most' },
} as const satisfies Flags;

export const failures: Command<typeof failuresFlags> = {
  usage: 'failures [--name <name>] [--hours 24]',
  flags: failuresFlags,
  description: 'lists what failed in browsers by line: part, release, commit, file and line of the source',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['hours', 'failures', 'isElsewhere'],
  ...siteCommand({
    input: ({ name, hours }) => ({ name, hours }),
    run: (context) =>
      lazy<typeof import('@site/server/failures/locate-failures')>(
        '@site/server/failures/locate-failures',
      ).readLocatedFailures(context, context.options),
    describe: (found: LocatedFailures) => ({
      text: lazy<typeof import('../describe/describe-failures')>('../describe/describe-failures').describeLines(
        found,
        new Date(),
      ),
      json: found,
    }),
  }),
};

const speedFlags = {
  name: { type: 'string', value: '<name>', description: 'lists the speed of one part' },
} as const satisfies Flags;

export const speed: Command<typeof speedFlags> = {
  usage: 'speed [--name <name>]',
  flags: speedFlags,
  description: 'lists how fast pages were in browsers, by release and route, for visitors who accepted it',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['days', 'fewest', 'speeds', 'isElsewhere'],
  ...siteCommand({
    input: ({ name }) => ({ name }),
    run: (context) =>
      lazy<typeof import('@site/server/failures/speeds')>('@site/server/failures/speeds').readSpeeds(
        context,
        context.options,
      ),
    describe: (found: SpeedsFound) => ({
      text: lazy<typeof import('../describe/describe-failures')>('../describe/describe-failures').describeSpeeds(found),
      json: found,
    }),
  }),
};
