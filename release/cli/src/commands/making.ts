import type { Unchanged } from '@site/release-core/changes/answer';
import { type Change, type ChangeContext, makeChange } from '@site/release-core/changes/change';
import { type Context, worded } from './command';
import { describeMade } from './describe-change';

interface Needs {
  readonly runChecks?: ChangeContext['runChecks'];
  readonly readData?: (
    context: Context,
    ...current: Parameters<ChangeContext['readData']>
  ) => ReturnType<ChangeContext['readData']>;
}

/** What was typed: the words without the prefix of a folder, and the change that a rollback undoes. */
interface Typed {
  readonly words: readonly string[];
  readonly undone: number | undefined;
}

type WhyNot = (found: Unchanged, typed: Typed) => string;

const bare = (word: string) => word.replace(/^remote-/, '');
const needless = () => Promise.reject(new Error('This change needs neither a browser nor site.json.'));

/** A command that makes this change. `whyNot` says why nothing has changed. */
export const making = (change: Change, whyNot: WhyNot, { runChecks = needless, readData = needless }: Needs = {}) =>
  worded({
    find: (context, ...words) => {
      const { store, options } = context;
      return makeChange(
        change,
        { store, options, runChecks, readData: (current) => readData(context, current) },
        words,
      );
    },
    word: (found, { change: undone }, words) => ({
      text: found.changed ? describeMade(found) : whyNot(found, { words: words.map(bare), undone }),
      json: found,
    }),
  });
