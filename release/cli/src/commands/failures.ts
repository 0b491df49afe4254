import { lazyFrom } from '@site/release-core/lazy';
import type { LocatedFailures } from '@site/server/failures/locate-failures';
import { type Command, type Flags, siteCommand } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  name: { type: 'string', value: '<name>', description: 'lists the failures of one part' },
  hours: { type: 'string', value: '<count>', description: 'lists those of so many hours, 720 at most' },
} as const satisfies Flags;

export const failures: Command<typeof flags> = {
  usage: 'failures [--name <name>] [--hours 24]',
  flags,
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
      text: lazy<typeof import('../describe/describe-lines')>('../describe/describe-lines').describeLines(
        found,
        new Date(),
      ),
      json: found,
    }),
  }),
};
