import { type Changed, changeIndex, type Decision } from '../changes/change-index';
import { decideActivation, decideComposition, decideRevocation, decideRollback, mustBeActive } from '../changes/decide';
import type { IndexEntry } from '../store/release';
import { type Answer, type Command, type Context, parseRelease } from './command';

type Decide = (current: IndexEntry | null) => Promise<Decision | null>;

export const activate: Command = {
  usage: 'activate <name>@<id>',
  does: 'makes a published release the one that visitors get',
  words: 1,
  run: (context, word) => changeRelease(context, word, decideActivation, 'active'),
};

export const rollback: Command = {
  usage: 'rollback <name> [--to <id>]',
  does: 'goes back to the release before, or to an earlier one',
  words: 1,
  run: (context, name = '') => {
    const decide: Decide = (current) => decideRollback(context.store, current, name, context.options.to);
    return change(context, decide, 'Nothing is to change.');
  },
};

export const revoke: Command = {
  usage: 'revoke <name>@<id>',
  does: 'takes a release out of use for ever; the one before takes its place',
  words: 1,
  run: (context, word) => changeRelease(context, word, decideRevocation, 'revoked'),
};

export const composeAgain: Command = {
  usage: 'compose',
  does: 'writes the pages again after a change of site.json; builds nothing',
  words: 0,
  run: async (context) => {
    // Only this command reads site.json: the others start faster without its validator.
    const { readNewData } = await import('./new-data');
    const decide: Decide = async (current) => {
      const { releases, data } = mustBeActive(current);
      return decideComposition(releases, await readNewData(context.root, data), current, 'compose');
    };
    return change(context, decide, 'The pages say already what site.json says.');
  },
};

function changeRelease(
  context: Context,
  word: string | undefined,
  decide: typeof decideActivation | typeof decideRevocation,
  already: string,
) {
  const [name, id] = parseRelease(word);
  return change(context, (current) => decide(context.store, current, name, id), `${name}@${id} is ${already} already.`);
}

async function change({ store, options }: Context, decide: Decide, nothing: string): Promise<Answer> {
  const changed = await changeIndex(store, options.why, decide);
  if (!changed) return { text: nothing, json: { changed: false } };
  const { seq, change } = changed.entry;
  return { text: describe(changed), json: { changed: true, seq, ...change, rendered: changed.rendered } };
}

function describe({ entry: { seq, releases, change }, rendered }: Changed) {
  const { command, name, from, to } = change;
  const now = name && releases[name]?.active;
  return [
    ...(command === 'revoke' ? [`${name}@${to} is revoked.`] : []),
    ...(name && now !== from ? [`${name}: ${from} → ${now}`] : []),
    `Change ${seq}. Rendered: ${rendered.join(', ') || 'nothing'}; of all other pages only the release index was written.`,
  ].join('\n');
}
