import { type LocatedFailures, readLocatedFailures } from '@site/server/failures/locate-failures';
import { type Command, type Flags, worded } from './command';
import { describeLines } from './describe-lines';

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
  ...worded({
    input: ({ name, hours }) => ({ name, hours }),
    find: (context) => readLocatedFailures(context, context.options),
    word: (found: LocatedFailures) => ({ text: describeLines(found, new Date()), json: found }),
  }),
};
