import type { ChangeContext, ChangeDefinition, Unchanged } from '@site/release-core/changes/change';
import { lazyFrom } from '@site/release-core/lazy';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { InputOf } from '@site/release-core/wire/command-input';
import type * as v from 'valibot';
import type { Site } from '../client/site';

export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value?: string;
  readonly description: string;
}

export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<One extends Flag> = Flag extends One
  ? unknown
  : One extends { readonly type: 'boolean' }
    ? boolean
    : One extends { readonly multiple: true }
      ? readonly string[]
      : string | undefined;

export type Values<Own extends Flags = Flags> = { readonly [Name in keyof Own]: ValueOf<Own[Name]> };

/** What every command has, and what was typed for its own flags. */
export type Options<Own extends Flags = Flags> = Values<Own> & {
  readonly why: string;
  readonly who: string;
  readonly isDry: boolean;
};

export interface Context<Own extends Flags = Flags> {
  readonly root: string;
  readonly dataDir: string;
  /** A dry run keeps its changes in memory. */
  readonly store: Store;
  readonly options: Options<Own>;
  /** The remote site of a command that runs on this machine; `store` is then its read-only store. */
  readonly site?: Site;
}

export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command found damage, and exits with code 1. */
  readonly isBad?: boolean;
}

export interface Command<Own extends Flags = Flags> {
  readonly usage: string;
  readonly description: string;
  /** Number of required arguments. */
  readonly minArguments: number;
  /** Accepts further arguments. */
  readonly isVariadic?: true;
  /** Besides the common ones. */
  readonly flags?: Own;
  readonly isReadOnly?: boolean;
  /** Of the object that it answers with --json. Scripts read them: keys are only added. */
  readonly jsonKeys?: readonly string[];
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: boolean;
  /** Runs on this machine even with `--site`, because it needs the sources, a browser or a second site. */
  readonly runsHere?: true;
  /** Concerns two stores, and no site. */
  readonly isBetweenStores?: true;
  /** Missing when the command only runs on this machine. */
  readonly elsewhere?: Elsewhere<Own>;
  // Methods, so that commands with different flags stand in one table.
  run(context: Context<Own>, ...words: string[]): Promise<Answer>;
}

/** How the command runs on a site elsewhere. */
export interface Elsewhere<Own extends Flags = Flags> {
  /** What crosses the wire besides words, reason and dry run: the input that core declares. */
  input(options: Options<Own>): object;
  describe(answer: unknown, options: Options<Own>, words: readonly string[]): Answer;
}

interface SiteCommand<Own extends Flags, Result> {
  readonly input?: (options: Options<Own>) => object;
  readonly run: (context: Context<Own>, ...words: string[]) => Promise<Result>;
  readonly describe: (result: Result, options: Options<Own>, words: readonly string[]) => Answer;
}

/** A command that runs here or on a site elsewhere. What it answers is described here. */
export const siteCommand = <Own extends Flags, Result>({
  input = () => ({}),
  run,
  describe,
}: SiteCommand<Own, Result>): Pick<Command<Own>, 'run' | 'elsewhere'> => ({
  run: async (context, ...words) => describe(await run(context, ...words), context.options, words),
  elsewhere: { input, describe: describe as Elsewhere<Own>['describe'] },
});

export const nameOf = ({ usage }: Command): string => usage.split(' ', 1)[0] ?? '';

/** @throws UserError unless the value of the flag is a whole number from 0 on */
export function readCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new UserError(`--${flag} is "${text}": give a number.`);
}

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
