import { readSpeeds, type SpeedsFound } from '@site/server/failures/read-speeds';
import { type Command, type Flags, worded } from './command';
import { describeSpeeds } from './describe-speeds';

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
  ...worded({
    input: ({ name }) => ({ name }),
    find: (context) => readSpeeds(context, context.options),
    word: (found: SpeedsFound) => ({ text: describeSpeeds(found), json: found }),
  }),
};
