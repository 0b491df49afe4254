import { isRoutePath } from '@site/contract/addresses';
import type { Decision } from '@site/release-core/changes/change-index';
import type { Pair } from '@site/release-core/checks/pairs';
import { isId, isName, type ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { Site } from '../client/site';
import type { FlagName } from '../terminal/flags';

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
  /** Undefined when the command runs on its own machine. */
  readonly caller?: Caller;
}

/** Restricts a command from the release interface. */
export interface Caller {
  /** Called before a decision is stored. @throws Error when the caller lacks the right */
  readonly review: (current: IndexEntry | null, decision: Decision) => Promise<void>;
  /** Called with unchecked pairs: no browser runs here. @throws Error */
  readonly refuseUnchecked: (pairs: readonly Pair[]) => never;
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
}

export const nameOf = ({ usage }: Command): string => usage.split(' ', 1)[0] ?? '';

/** @throws UserError unless the word is `name@id` */
export function parseRelease(word = ''): ReleaseName {
  const [name = '', id = '', ...more] = word.replace(/^remote-/, '').split('@');
  if (isName(name) && isId(id) && more.length === 0) return { name, id };
  throw new UserError(
    `${JSON.stringify(word)} is not a release: write it as booking@1.0.0-ab12cd34ef ("pnpm release status" lists them).`,
  );
}

/** @throws UserError unless the word can be a name */
export function parseName(word = ''): string {
  const name = word.replace(/^remote-/, '');
  if (isName(name)) return name;
  throw new UserError(
    `${JSON.stringify(word)} is not a name: write it as booking ("pnpm release status" lists the names).`,
  );
}

/** @throws UserError unless the id is undefined or valid */
export function parseId(flag: string, id: string | undefined): string | undefined {
  if (id === undefined || isId(id)) return id;
  throw new UserError(
    `--${flag} is ${JSON.stringify(id)}: write it as 1.0.0-ab12cd34ef ("pnpm release status" lists them).`,
  );
}

/** @throws UserError unless the path can belong to a page */
export function parsePath(flag: string, path: string): string {
  if (isRoutePath(path, true)) return path;
  throw new UserError(`--${flag} is ${JSON.stringify(path)}: write a path of this site, as in /booking.`);
}

const LONGEST_WHY = 500;

/** @throws UserError when the text would break the lines of the log */
export function parseWhy(text: string): string {
  if (text.length <= LONGEST_WHY && !/\p{Cc}/u.test(text)) return text;
  throw new UserError(`--why is one line of at most ${LONGEST_WHY} characters, without control characters.`);
}
