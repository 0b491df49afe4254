import { lazyFrom } from '@site/release-core/lazy';
import type { SpeedsFound } from '@site/server/failures/read-speeds';
import { type Command, type Flags, siteCommand } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  name: { type: 'string', value: '<name>', description: 'lists the speed of one part' },
} as const satisfies Flags;

export const speed: Command<typeof flags> = {
  usage: 'speed [--name <name>]',
  flags,
  description: 'lists how fast pages were in browsers, by release and route, for visitors who accepted it',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['days', 'fewest', 'speeds', 'isElsewhere'],
  ...siteCommand({
    input: ({ name }) => ({ name }),
    run: (context) =>
      lazy<typeof import('@site/server/failures/read-speeds')>('@site/server/failures/read-speeds').readSpeeds(
        context,
        context.options,
      ),
    describe: (found: SpeedsFound) => ({
      text: lazy<typeof import('../describe/describe-speeds')>('../describe/describe-speeds').describeSpeeds(found),
      json: found,
    }),
  }),
};
