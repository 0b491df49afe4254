import { type Changed, changeIndex, type Decision } from '../changes/change-index';
import { decideActivation, decideComposition, decideRevocation, decideRollback, requireState } from '../changes/decide';
import type { IndexEntry } from '../store/release';
import { type Answer, type Command, type Context, parseName, parseRelease } from './command';

type Decide = (current: IndexEntry | null) => Promise<Decision | null>;

export const activate: Command = {
  usage: 'activate <name>@<id>',
  does: 'makes a published release the one that visitors get',
  words: 1,
  run: (context, word) => changeRelease(context, word, { decide: decideActivation, already: 'active' }),
};

export const rollback: Command = {
  usage: 'rollback <name> [--from <id>] [--to <id>]',
  does: 'activates the previous release, or an earlier one',
  words: 1,
  run: async (context, word) => {
    const name = parseName(word);
    const { store, options } = context;
    const seen = options.from ?? (await store.readIndex())?.releases[name]?.active;
    const decide: Decide = (current) => decideRollback(store, current, { name, to: options.to, from: seen });
    const whyNot = ({ releases, seq, change: last }: IndexEntry) => {
      const active = releases[name]?.active;
      if (active === seen || active === options.to) return `${name}@${active} is active already.`;
      return `${name} has left ${seen} already, for ${active}; the last change is ${seq}, ${last.command} by ${last.who}. To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
    };
    return change(context, decide, whyNot);
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
    return change(context, decide, () => 'The pages have the data of site.json already.');
  },
};

interface ReleaseChange {
  readonly decide: typeof decideActivation | typeof decideRevocation;
  /** Completes the sentence for a release that needs no change. */
  readonly already: string;
}

function changeRelease(context: Context, word: string | undefined, { decide, already }: ReleaseChange) {
  const release = parseRelease(word);
  const whyNot = () => `${release.name}@${release.id} is ${already} already.`;
  return change(context, (current) => decide(context.store, current, release), whyNot);
}

/** @param whyNot says why nothing was to change, of the state that was found */
async function change(
  { store, options }: Context,
  decide: Decide,
  whyNot: (state: IndexEntry) => string,
): Promise<Answer> {
  let state: IndexEntry | null = null;
  const changed = await changeIndex(store, options.why, (current) => {
    state = current;
    return decide(current);
  });
  if (!changed) return { text: whyNot(requireState(state)), json: { changed: false } };
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
