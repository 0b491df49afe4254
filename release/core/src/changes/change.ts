import type { SiteData } from '@site/contract/page-data';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { answerOf, type ChangeAnswer } from './answer';
import { requireState } from './decide';
import type { Rollback } from './decide-rollback';
import type { Decide } from './decision';
import type { Gate } from './gate';
import type { RetiredPath } from './redirects';
import { type Step, takeSteps } from './steps';

/** Where a change is made, and what was asked. */
export interface ChangeContext extends Gate {
  readonly store: Store;
  /** Reads `site.json`. @throws UserError when it is invalid */
  readonly readData: (current: SiteData) => Promise<SiteData>;
  readonly options: Gate['options'] & {
    /** Paths that lose their page, and the targets of their redirects. */
    readonly retire: readonly string[];
    readonly redirect: readonly string[];
    /** Ids of one part's releases, for a rollback. */
    readonly from: string | undefined;
    readonly to: string | undefined;
    readonly change: number | undefined;
  };
}

interface Wanted {
  readonly decide: Decide;
  /** What was asked of single parts: when nothing changes, the answer compares it with the state. */
  readonly parts?: readonly Rollback[];
}

/** A change that somebody asks for. */
export interface Change {
  readonly words: { readonly least: number; readonly most?: number };
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: true;
  /** In this order. */
  readonly steps: readonly Step[];
  /** @throws UserError for words or options that ask for nothing */
  readonly want: (context: ChangeContext, words: readonly string[]) => Wanted | Promise<Wanted>;
}

export const ANY = Number.POSITIVE_INFINITY;

/** @throws UserError with a remedy when the change is refused */
export async function makeChange(
  { steps, want }: Change,
  context: ChangeContext,
  words: readonly string[],
): Promise<ChangeAnswer> {
  const { decide, parts } = await want(context, words);
  const { store, options } = context;
  const taken = await takeSteps(steps, { store, why: options.why, decide }, context);
  return answerOf({ ...taken, saw: requireState(taken.saw) }, parts);
}

export function requireOnce(parts: readonly { readonly name: string }[]) {
  const twice = parts.find(({ name }, at) => parts.findIndex((one) => one.name === name) < at);
  if (twice) throw new UserError(`${twice.name} is named twice: choose one of its releases.`);
}

export function readRetired({ retire, redirect }: ChangeContext['options']): readonly RetiredPath[] {
  if (redirect.length > retire.length) {
    throw new UserError('--redirect names where a retired path leads: name that path with --retire before it.');
  }
  if (redirect.length > 0 && redirect.length < retire.length) {
    throw new UserError('Give a --redirect for each --retire, or none where all these pages moved.');
  }
  return retire.map((path, at) => ({ path, redirect: redirect[at] }));
}
