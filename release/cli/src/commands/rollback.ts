import type { Unchanged } from '@site/release-core/changes/answer';
import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand } from '../command/change-command';
import { type Command, type Flags, type Options, readCount } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  to: { type: 'string', value: '<id>', description: 'the release to go back to' },
  from: { type: 'string', value: '<id>', description: 'the release to leave: another one stays' },
  change: { type: 'string', value: '<seq>', description: 'restores all parts of this change to the state before it' },
} as const satisfies Flags;

export const rollback: Command<typeof flags> = {
  usage: 'rollback <name>[@<id>]… [--from <id>] [--to <id>] | --change <seq>',
  flags,
  description: 'activates the previous releases, an earlier one, or those from before a change',
  minArguments: 0,
  mayUseReserve: true,
  isVariadic: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/roll-back')>('@site/release-core/changes/roll-back').rollBack,
    input: ({ from, to, change: seq }) => ({
      from,
      to,
      change: seq === undefined ? undefined : readCount('change', seq),
    }),
    whyNot,
  }),
};

function whyNot(unchanged: Unchanged, _: readonly string[], { change: undone }: Options<typeof flags>): string {
  if (undone !== undefined) return `The parts of change ${undone} already have the releases from before it.`;
  return unchanged.parts.map((part) => describeStayed(unchanged, part)).join('\n');
}

function describeStayed({ seq, last }: Unchanged, { name, to, from, active }: Unchanged['parts'][number]): string {
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${seq}, ${last.command} by ${last.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}
