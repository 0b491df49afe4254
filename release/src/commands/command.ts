import { isRoutePath } from '@site/contract/addresses';
import type { Decision } from '../changes/change-index';
import type { Pair } from '../check/pairs';
import type { Site } from '../client/site';
import { isId, isName, type ReleaseName } from '../store/keys';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import type { FlagName } from '../terminal/flags';
import { UserError } from '../user-error';

export interface Options {
  readonly why: string;
  /** The person who runs the command. */
  readonly who: string;
  /** Leaves out the check in a browser. */
  readonly isUnchecked: boolean;
  /** Names whose types may differ between a remote and its shell. */
  readonly accept: readonly string[];
  /** Publishes changes that no commit holds. */
  readonly isDirtyAllowed: boolean;
  /** As typed: an id of `rollback`, a team of `grant`. */
  readonly to: string | undefined;
  readonly from: string | undefined;
  /** Number of the change to go back before. */
  readonly change: number | undefined;
  /** Paths that lose their page, and where each leads. */
  readonly retire: readonly string[];
  readonly redirect: readonly string[];
  readonly keep: number;
  readonly days: number;
  /** Which changes `log` lists. */
  readonly name: string | undefined;
  readonly since: string | undefined;
  readonly limit: string | undefined;
  readonly isDry: boolean;
  /** Composes pages that carry « Brouillon ». */
  readonly isDraft: boolean;
  /** Rights, last day, issuer and claims of a grant, as typed. */
  readonly may: string | undefined;
  readonly until: string | undefined;
  readonly oidc: string | undefined;
  readonly claim: readonly string[];
}

export interface Context {
  readonly root: string;
  readonly dataDir: string;
  /** In a dry run its changes stay in memory. */
  readonly store: Store;
  readonly options: Options;
  /** The site elsewhere that a command of this machine works on; `store` is its store, only read. */
  readonly site?: Site;
  /** Missing where the command runs for its own machine. */
  readonly caller?: Caller;
}

/** Who runs a command from elsewhere, and decides on less than the machine's own user. */
export interface Caller {
  /** Called before a decision is carried out. @throws Error when the caller may not make it */
  readonly review: (current: IndexEntry | null, decision: Decision) => Promise<void>;
  /** Called with pairs that no check covers: no browser runs here. @throws Error */
  readonly refuseUnchecked: (pairs: readonly Pair[]) => never;
}

/** A command's result, for people and for programs. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command found damage and exits with 1. */
  readonly isBad?: boolean;
}

export interface Command {
  /** After "pnpm release". */
  readonly usage: string;
  readonly does: string;
  /** How many words follow the command. */
  readonly words: number;
  /** Further words may follow. */
  readonly more?: true;
  /** Those that it takes beside the flags of every command. */
  readonly flags?: readonly FlagName[];
  readonly isReadOnly?: boolean;
  /** On a full disk it uses the room that is kept there: it takes a fault off the site. */
  readonly mayUseReserve?: boolean;
  /** With a site elsewhere too, it runs on this machine: it needs the sources, a browser or a second site. */
  readonly runsHere?: true;
  /** Its `--to` names a store, never a site. */
  readonly isBetweenStores?: true;
  readonly run: (context: Context, ...words: string[]) => Promise<Answer>;
}

/** The word that calls it. */
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

/** @throws UserError unless the flag is left out or can be an id */
export function parseId(flag: string, id: string | undefined): string | undefined {
  if (id === undefined || isId(id)) return id;
  throw new UserError(
    `--${flag} is ${JSON.stringify(id)}: write it as 1.0.0-ab12cd34ef ("pnpm release status" lists them).`,
  );
}

/** @throws UserError unless a page of this site may have the path */
export function parsePath(flag: string, path: string): string {
  if (isRoutePath(path)) return path;
  throw new UserError(`--${flag} is ${JSON.stringify(path)}: write a path of this site, as in /booking.`);
}

const LONGEST_WHY = 500;

/** @throws UserError for a text that would break the log's lines or a terminal */
export function parseWhy(text: string): string {
  if (text.length <= LONGEST_WHY && !/\p{Cc}/u.test(text)) return text;
  throw new UserError(`--why is one line of at most ${LONGEST_WHY} characters, without control characters.`);
}
