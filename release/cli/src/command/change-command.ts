import type { Unchanged } from '@site/release-core/changes/answer';
import type { ChangeContext, ChangeDefinition } from '@site/release-core/changes/change';
import { lazyFrom } from '@site/release-core/lazy';
import type { InputOf } from '@site/release-core/wire/input';
import type * as v from 'valibot';
import { type Context, type Flags, type Options, siteCommand } from './command';

const lazy = lazyFrom(import.meta.url);

/** Of the changes that can take a page away. */
export const RETIREMENT_FLAGS = {
  retire: { type: 'string', multiple: true, value: '<path>', description: 'a path that loses its page' },
  redirect: {
    type: 'string',
    multiple: true,
    value: '<path>',
    description: 'the target of the redirect from the retired path',
  },
} as const satisfies Flags;

interface ChangeCommand<Own extends Flags, Input extends v.ObjectEntries> {
  readonly change: () => ChangeDefinition<Input>;
  readonly input: (options: Options<Own>) => InputOf<Input>;
  /** Says why nothing has changed. The words have no prefix of a folder. */
  readonly whyNot: (unchanged: Unchanged, words: readonly string[], options: Options<Own>) => string;
  readonly runChecks?: ChangeContext['runChecks'];
  readonly readData?: (context: Context, ...asked: Asked) => ReturnType<ChangeContext['readData']>;
}

type Asked = Parameters<ChangeContext['readData']>;

const needless = () => Promise.reject(new Error('This change needs neither a browser nor site.json.'));

/** A command that makes a change, with the input that core declares for it. */
export const changeCommand = <Own extends Flags, Input extends v.ObjectEntries>(
  definition: ChangeCommand<Own, Input>,
) => {
  const { change, input, whyNot, runChecks = needless, readData = needless } = definition;
  return siteCommand({
    input,
    run: (context: Context<Own>, ...words) => {
      const { store, options } = context;
      const { why, who, isDry } = options;
      const { makeChange } = lazy<typeof import('@site/release-core/changes/change')>(
        '@site/release-core/changes/change',
      );
      return makeChange(
        change(),
        {
          store,
          options: { why, who, isDry, ...input(options) },
          runChecks,
          readData: (...asked) => readData(context, ...asked),
        },
        words,
      );
    },
    describe: (answer, options: Options<Own>, words) => ({
      text: answer.changed
        ? lazy<typeof import('../describe/describe-change')>('../describe/describe-change').describeMade(answer)
        : whyNot(
            answer,
            words.map((word) => word.replace(/^remote-/, '')),
            options,
          ),
      json: answer,
    }),
  });
};
