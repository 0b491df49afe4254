import type { Store } from '../store/store';
import { UserError } from '../user-error';

export interface Options {
  readonly why: string;
  readonly to: string | undefined;
  readonly keep: number;
  readonly days: number;
  readonly isDry: boolean;
}

export interface Context {
  readonly root: string;
  readonly dataDir: string;
  /** Takes changes for done and makes none in a dry run. */
  readonly store: Store;
  readonly options: Options;
}

/** What a command has to say, for people and for programs. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
  /** The command found something wrong. */
  readonly isBad?: boolean;
}

export interface Command {
  /** After "pnpm release". */
  readonly usage: string;
  readonly does: string;
  /** How many words it takes. */
  readonly words: number;
  readonly run: (context: Context, ...words: string[]) => Promise<Answer>;
}

/** @throws UserError for what is no `name@id` */
export function parseRelease(word = ''): [name: string, id: string] {
  const [name, id, ...more] = word.replace(/^remote-/, '').split('@');
  if (name && id && more.length === 0) return [name, id];
  throw new UserError(
    `"${word}" names no release: write it as booking@1.0.0-ab12cd34ef ("pnpm release status" lists them).`,
  );
}
