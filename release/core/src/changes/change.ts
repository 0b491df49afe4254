import type { EditedFacts, SiteData } from '@site/contract/page-data';
import type * as v from 'valibot';
import type { Change, Holds, IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { type InputOf, optionalTexts } from '../wire/input';
import { requireState } from './decide';
import { type Changed, type Decide, findLine, parsePath, type Rollback } from './parts';
import { type RetiredPath, resolveRedirects } from './redirects';
import { type ChangeStep, type Gate, type TakenStep, takeSteps } from './steps';

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

/** Why nothing changed: the state already is as asked. */
export interface Unchanged {
  readonly changed: false;
  readonly seq: number;
  readonly last: Pick<Change, 'command' | 'who'>;
  /** Only of a rollback: what was asked of each part, and what is active. */
  readonly parts: readonly (Rollback & { readonly active: string | null })[];
  /** Of all parts. */
  readonly holds: Holds;
  /** Facts of the owner's space that take precedence over `site.json`; missing without any. */
  readonly edited?: EditedFacts;
}

/** What a change did. Each transport sends it; the terminal and the owner's space word it. */
export interface ChangeMade extends Change {
  readonly changed: true;
  readonly seq: number;
  /** Parts whose templates were rendered; all other pages only got another release index. */
  readonly rendered: readonly string[];
  /** Paths without a page, and where they lead now; null for nowhere. */
  readonly left: readonly { readonly path: string; readonly to: string | null }[];
  /** As in `Unchanged`, after the change. */
  readonly edited?: EditedFacts;
  /** Only of a dry run. */
  readonly steps?: readonly TakenStep[];
}

export type ChangeAnswer = Unchanged | ChangeMade;

interface Taken {
  readonly saw: IndexEntry;
  readonly changed: Changed | null;
  readonly steps: readonly TakenStep[];
}

export function answerOf({ saw, changed, steps }: Taken, asked: readonly Rollback[] = []): ChangeAnswer {
  if (!changed) {
    const { command, who } = saw.change;
    const parts = asked.map((part) => ({ ...part, active: findLine(saw, part.name)?.active ?? null }));
    return { changed: false, seq: saw.seq, last: { command, who }, parts, holds: saw.holds ?? {}, ...editedIn(saw) };
  }
  const { entry, rendered } = changed;
  const { seq } = entry;
  // Whoever asks knows the grant; the log keeps it.
  const { grant: _, ...change } = entry.change;
  const left = leftPaths(entry, saw);
  return { changed: true, seq, ...change, rendered, left, ...editedIn(entry), ...(steps.length > 0 && { steps }) };
}

const editedIn = ({ data: { edited } }: IndexEntry) => edited && { edited };

function leftPaths(entry: IndexEntry, before: IndexEntry): ChangeMade['left'] {
  const [now, then] = [targetsIn(entry), targetsIn(before)];
  const paths = Object.keys({ ...before.pages, ...entry.redirects }).filter((path) => !(path in entry.pages));
  return paths
    .filter((path) => path in before.pages || now[path] !== then[path])
    .map((path) => ({ path, to: now[path] ?? null }));
}

const targetsIn = ({ redirects = {}, pages }: IndexEntry) => resolveRedirects(redirects, Object.keys(pages));
