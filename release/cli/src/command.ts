import type { CommandRow, Flag, Flags } from '@site/release-core/command-row';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { SiteConnection } from './client/site';

type ValueOf<One extends Flag> = Flag extends One
  ? unknown
  : One extends { readonly value: string }
    ? One extends { readonly multiple: true }
      ? readonly string[]
      : string | undefined
    : boolean;

export type Values<Typed extends Flags = Flags> = { readonly [Name in keyof Typed]: ValueOf<Typed[Name]> };

interface CommonOptions {
  readonly why: string;
  readonly who: string;
  readonly isDry: boolean;
}

export type Options<Typed = Values> = Typed & CommonOptions;

export interface Context<Typed = unknown> {
  readonly root: string;
  readonly dataDir: string;
  readonly store: Store;
  readonly options: Options<Typed>;
  /** The remote site of a command that runs on this machine; `store` is then its read-only store. */
  readonly site?: SiteConnection | undefined;
}

export interface CommandOutput {
  readonly text: string;
  readonly json: unknown;
  /** The command found damage, and exits with code 1. */
  readonly isBad?: boolean;
}

/** Words what a site has found or changed, on this machine or elsewhere. */
export interface CommandWording<Typed = unknown> {
  // A method, so that commands with different answers stand in one table. The answer is what the same command sends.
  describe(answer: unknown, options: Options<Typed>, words: readonly string[]): CommandOutput;
}

export type LocalCommand<Typed = unknown> = (context: Context<Typed>, ...words: string[]) => Promise<CommandOutput>;

export interface Command extends CommandRow {
  /**
   * `site`: on the site of this machine or of `--site`. `site-machine`: on the site's machine only. `this-machine`:
   * here even with `--site`, because it needs the sources, a browser or a second site. `no-site`: here, without
   * `--site`.
   */
  readonly runsOn: 'site' | 'site-machine' | 'this-machine' | 'no-site';
  /** Writes nothing into the store; `deploy`, `mirror` and `new` write elsewhere. */
  readonly onlyReadsStore?: true;
  readonly mayUseReserve?: true;
  readonly load: () => CommandWording | LocalCommand;
}

export function readCount(flag: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new UserError(`--${flag} is "${text}": give a number.`);
}
