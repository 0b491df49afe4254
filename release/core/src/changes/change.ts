import type { SiteData } from '@site/contract/page-data';
import type * as v from 'valibot';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { type InputOf, optionalTexts } from '../wire/input';
import { answerOf, type ChangeAnswer } from './answer';
import { requireState } from './decide';
import type { Rollback } from './decide-rollback';
import type { Decide } from './decision';
import type { Gate } from './gate';
import { parsePath } from './names';
import type { RetiredPath } from './redirects';
import { type ChangeStep, takeSteps } from './steps';

/** Where a change is made, and what was asked. */
export interface ChangeContext<Own extends v.ObjectEntries = v.ObjectEntries> extends Gate {
  readonly store: Store;
  /** Reads `site.json`; a draft may lack what a publication needs. @throws UserError when it is invalid */
  readonly readData: (current: SiteData, isDraft: boolean) => Promise<SiteData>;
  readonly options: Gate['options'] & InputOf<Own>;
}

interface Wanted {
  readonly decide: Decide;
  /** What was asked of single parts: when nothing changes, the answer compares it with the state. */
  readonly parts?: readonly Rollback[];
}

/** A change that somebody asks for. */
export interface ChangeDefinition<Own extends v.ObjectEntries = v.ObjectEntries> {
  /** What it takes besides words, here and over the wire. */
  readonly input: Own;
  readonly words: { readonly least: number; readonly most?: number };
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: true;
  /** In this order. */
  readonly steps: readonly ChangeStep[];
  /** @throws UserError for words or options that ask for nothing */
  // A method, so that changes with different inputs stand in one table.
  want(context: ChangeContext<Own>, words: readonly string[]): Wanted | Promise<Wanted>;
}

export const ANY = Number.POSITIVE_INFINITY;

/** @throws UserError with a remedy when the change is refused */
export async function makeChange(
  definition: ChangeDefinition,
  context: ChangeContext,
  words: readonly string[],
): Promise<ChangeAnswer> {
  const { decide, parts } = await definition.want(context, words);
  const { store, options } = context;
  const taken = await takeSteps(definition.steps, { store, why: options.why, decide }, context);
  return answerOf({ ...taken, saw: requireState(taken.saw) }, parts);
}

export function requireOnce(parts: readonly { readonly name: string }[]) {
  const twice = parts.find(({ name }, at) => parts.findIndex((one) => one.name === name) < at);
  if (twice) throw new UserError(`${twice.name} is named twice: choose one of its releases.`);
}

/** Paths that lose their page, and the targets of their redirects. */
export const RETIREMENT = { retire: optionalTexts, redirect: optionalTexts };

export function readRetired({ retire, redirect }: InputOf<typeof RETIREMENT>): readonly RetiredPath[] {
  if (redirect.length > retire.length) {
    throw new UserError('--redirect names where a retired path leads: name that path with --retire before it.');
  }
  if (redirect.length > 0 && redirect.length < retire.length) {
    throw new UserError('Give a --redirect for each --retire, or none where all these pages moved.');
  }
  const targets = redirect.map((path) => parsePath('redirect', path));
  return retire.map((path, at) => ({ path: parsePath('retire', path), redirect: targets[at] }));
}
