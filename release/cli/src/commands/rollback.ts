import { decideChangeRollback, decideRollback, type Rollback } from '@site/release-core/changes/decide-rollback';
import { findLine } from '@site/release-core/changes/part-line';
import type { IndexEntry } from '@site/release-core/store/release';
import { UserError } from '@site/release-core/user-error';
import { change } from './changes';
import { type Answer, type Command, type Context, parseId, parseName, parseRelease } from './command';

export const rollback: Command = {
  usage: 'rollback <name>[@<id>]… [--from <id>] [--to <id>] | --change <seq>',
  flags: ['from', 'to', 'change'],
  description: 'activates the previous releases, an earlier one, or those from before a change',
  minArguments: 0,
  mayUseReserve: true,
  isVariadic: true,
  run: async (context, ...words) => {
    const { change: seq } = context.options;
    const [from, to] = [parseId('from', context.options.from), parseId('to', context.options.to)];
    if (seq !== undefined) {
      if (words.length > 0 || from || to) {
        throw new UserError('--change names all parts that go back: leave out names, --from and --to.');
      }
      return rollBackChange(context, seq);
    }
    if (words.length === 0) throw new UserError('Name the parts that go back: "npx pnpm release rollback booking".');
    if (words.length > 1 && (from || to)) {
      throw new UserError('--from and --to are for one part: write several as "rollback shell@<id> booking@<id>".');
    }
    return rollBackParts(context, words, { from, to });
  },
};

type Between = Pick<Rollback, 'from' | 'to'>;

async function rollBackParts(context: Context, words: readonly string[], { from, to }: Between): Promise<Answer> {
  const { store } = context;
  const seen = await store.readIndex();
  const rollbacks = words.map((word): Rollback => {
    const { name, id } = word.includes('@') ? parseRelease(word) : { name: parseName(word), id: undefined };
    const active = seen && findLine(seen, name)?.active;
    return { name, to: id ?? to, from: from ?? active ?? undefined };
  });
  const twice = rollbacks.find(({ name }, at) => rollbacks.findIndex((one) => one.name === name) < at);
  if (twice) throw new UserError(`${twice.name} is named twice: choose one of its releases.`);
  const decide = (current: IndexEntry | null) => decideRollback(store, current, rollbacks);
  return change(context, { decide, whyNot: (state) => describeDone(state, rollbacks) });
}

const describeDone = (state: IndexEntry, rollbacks: readonly Rollback[]) =>
  rollbacks.map((one) => describePart(state, one)).join('\n');

function describePart(state: IndexEntry, { name, to, from }: Rollback): string {
  const active = findLine(state, name)?.active;
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${state.seq}, ${state.change.command} by ${state.change.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}

const rollBackChange = (context: Context, seq: number) =>
  change(context, {
    decide: (current) => decideChangeRollback(context.store, current, seq),
    whyNot: () => `The parts of change ${seq} already have the releases from before it.`,
  });
