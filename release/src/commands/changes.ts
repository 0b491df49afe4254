import { type Changed, changeIndex, type Decision } from '../changes/change-index';
import { decideActivation, decideComposition, decideRevocation, decideRollback, requireState } from '../changes/decide';
import type { IndexEntry } from '../store/release';
import { type Answer, type Command, type Context, parseRelease } from './command';

type Decide = (current: IndexEntry | null) => Promise<Decision | null>;

export const activate: Command = {
  usage: 'activate <name>@<id>',
  does: 'makes a published release the one that visitors get',
  words: 1,
  run: (context, word) => changeRelease(context, word, { decide: decideActivation, already: 'active' }),
};

export const rollback: Command = {
  usage: 'rollback <name> [--to <id>]',
  does: 'activates the previous release, or an earlier one',
  words: 1,
  run: (context, name = '') => {
    const decide: Decide = (current) => decideRollback(context.store, current, { name, to: context.options.to });
    return change(context, decide, 'That release is active already.');
  },
};

export const revoke: Command = {
  usage: 'revoke <name>@<id>',
  does: 'bans a release for good; if it is active, the previous one takes its place',
  words: 1,
  run: (context, word) => changeRelease(context, word, { decide: decideRevocation, already: 'revoked' }),
};

export const composeAgain: Command = {
  usage: 'compose',
  does: 'writes the pages again after a change of site.json; builds nothing',
  words: 0,
  run: async (context) => {
    // Only this command reads site.json: the others start faster without its validator.
    const { readNewData } = await import('./new-data');
    const decide: Decide = async (current) => {
      const { releases, data } = requireState(current);
      return decideComposition(current, 'compose', { releases, data: await readNewData(context.root, data) });
    };
    return change(context, decide, 'The pages have the data of site.json already.');
  },
};

interface ReleaseChange {
  readonly decide: typeof decideActivation | typeof decideRevocation;
  /** Completes the sentence for a release that needs no change. */
  readonly already: string;
}

function changeRelease(context: Context, word: string | undefined, { decide, already }: ReleaseChange) {
  const release = parseRelease(word);
  const nothing = `${release.name}@${release.id} is ${already} already.`;
  return change(context, (current) => decide(context.store, current, release), nothing);
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
    `Change ${seq}. Rendered: ${rendered.join(', ') || 'nothing'}; in all other pages only the release index was rewritten.`,
  ].join('\n');
}
