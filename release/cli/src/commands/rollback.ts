import type { Unchanged } from '@site/release-core/changes/answer';
import { rollBack } from '@site/release-core/changes/roll-back';
import type { Command } from './command';
import { making } from './making';

export const rollback: Command = {
  usage: 'rollback <name>[@<id>]… [--from <id>] [--to <id>] | --change <seq>',
  flags: ['from', 'to', 'change'],
  description: 'activates the previous releases, an earlier one, or those from before a change',
  minArguments: 0,
  mayUseReserve: true,
  isVariadic: true,
  ...making(rollBack, whyNot),
};

function whyNot(found: Unchanged, { undone }: { readonly undone: number | undefined }): string {
  if (undone !== undefined) return `The parts of change ${undone} already have the releases from before it.`;
  return found.parts.map((part) => describeStayed(found, part)).join('\n');
}

function describeStayed({ seq, last }: Unchanged, { name, to, from, active }: Unchanged['parts'][number]): string {
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${seq}, ${last.command} by ${last.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}
