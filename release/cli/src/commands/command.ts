import type { Store } from '@site/release-core/store/store';
import type { Site } from '../client/site';
import type { FlagName } from './flags';

export interface Options {
  readonly why: string;
  readonly who: string;
  readonly isUnchecked: boolean;
  /** Names whose types may differ between a remote and its shell. */
  readonly accept: readonly string[];
  readonly isDirtyAllowed: boolean;
  /** As typed: an id for `rollback`, a team for `grant`, a store for `copy`. */
  readonly to: string | undefined;
  readonly from: string | undefined;
  readonly change: number | undefined;
  /** Paths that lose their page, and the targets of their redirects. */
  readonly retire: readonly string[];
  readonly redirect: readonly string[];
  readonly keep: number;
  readonly days: number;
  readonly name: string | undefined;
  readonly since: string | undefined;
  readonly limit: string | undefined;
  readonly isDry: boolean;
  /** Marks the pages as a draft (« Brouillon »). */
  readonly isDraft: boolean;
  readonly may: string | undefined;
  readonly until: string | undefined;
  readonly oidc: string | undefined;
  readonly claim: readonly string[];
}

export interface Context {
  readonly root: string;
  readonly dataDir: string;
  /** A dry run keeps its changes in memory. */
  readonly store: Store;
  readonly options: Options;
  /** The remote site of a command that runs on this machine; `store` is then its read-only store. */
  readonly site?: Site;
}

export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command found damage, and exits with code 1. */
  readonly isBad?: boolean;
}

export interface Command {
  readonly usage: string;
  readonly description: string;
  /** Number of required arguments. */
  readonly minArguments: number;
  /** Accepts further arguments. */
  readonly isVariadic?: true;
  /** Flags besides the common ones. */
  readonly flags?: readonly FlagName[];
  readonly isReadOnly?: boolean;
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: boolean;
  /** Runs on this machine even with `--to`, because it needs the sources, a browser or a second site. */
  readonly runsHere?: true;
  /** Its `--to` names a store, not a site. */
  readonly isBetweenStores?: true;
  readonly run: (context: Context, ...words: string[]) => Promise<Answer>;
  /** Words what a site elsewhere has found; missing when the command only runs on this machine. */
  readonly word?: (found: never, options: Options, words: readonly string[]) => Answer;
}

interface Worded<Found> {
  readonly find: (context: Context, ...words: string[]) => Promise<Found>;
  readonly word: (found: Found, options: Options, words: readonly string[]) => Answer;
}

/** A command that finds or changes something, here or on a site elsewhere, and words it here. */
export const worded = <Found>({ find, word }: Worded<Found>): Pick<Command, 'run' | 'word'> => ({
  run: async (context, ...words) => word(await find(context, ...words), context.options, words),
  word: word as Command['word'] & object,
});

export const nameOf = ({ usage }: Command): string => usage.split(' ', 1)[0] ?? '';
