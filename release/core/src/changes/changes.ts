import type { SiteData } from '@site/contract/page-data';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { ChangeAnswer } from './answer';
import { answerOf } from './answer';
import { decideActivation, decideComposition, decideDeactivation, decideRevocation, requireState } from './decide';
import { decideChangeRollback, decideRollback, type Rollback } from './decide-rollback';
import type { Decide } from './decision';
import type { Gate } from './gate';
import { parseId, parseName, parseRelease } from './names';
import { findLine } from './part-line';
import type { RetiredPath } from './redirects';
import { requireWhyAccepted } from './require-accepted';
import { requireWhyUnchecked } from './require-checked';
import {
  addEntry,
  checkPairs,
  compareTypes,
  composePages,
  decide,
  readState,
  review,
  type Step,
  takeSteps,
} from './steps';

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

interface Change {
  readonly words: { readonly least: number; readonly most?: number };
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: true;
  readonly steps: readonly Step[];
  /** @throws UserError for words or options that ask for nothing */
  readonly want: (context: ChangeContext, words: readonly string[]) => Wanted | Promise<Wanted>;
}

const ANY = Number.POSITIVE_INFINITY;

/** Every change that somebody asks for. */
export const CHANGES: Readonly<Record<ChangeName, Change>> = {
  activate: {
    words: { least: 1, most: ANY },
    steps: [readState, decide, review, compareTypes, checkPairs, composePages, addEntry],
    want: wantActivation,
  },
  deactivate: {
    words: { least: 1 },
    mayUseReserve: true,
    steps: [readState, decide, review, composePages, addEntry],
    want: ({ store, options }, [word]) => {
      const asked = { name: parseName(word), retired: readRetired(options) };
      return { decide: (current) => decideDeactivation(store, current, asked) };
    },
  },
  rollback: {
    words: { least: 0, most: ANY },
    mayUseReserve: true,
    steps: [readState, decide, review, composePages, addEntry],
    want: wantRollback,
  },
  revoke: {
    words: { least: 1 },
    mayUseReserve: true,
    steps: [readState, decide, review, composePages, addEntry],
    want: ({ store }, [word]) => {
      const release = parseRelease(word);
      return { decide: (current) => decideRevocation(store, current, release) };
    },
  },
  compose: {
    words: { least: 0 },
    steps: [readState, decide, review, composePages, addEntry],
    want: ({ readData }) => ({
      decide: async (current) => {
        const { releases, data } = requireState(current);
        return decideComposition(current, 'compose', { releases, data: await readData(data) });
      },
    }),
  },
};

export type ChangeName = 'activate' | 'deactivate' | 'rollback' | 'revoke' | 'compose';

/** @throws UserError with a remedy when the change is refused */
export async function makeChange(
  name: ChangeName,
  context: ChangeContext,
  words: readonly string[],
): Promise<ChangeAnswer> {
  const { steps, want } = CHANGES[name];
  const { decide: decideWanted, parts } = await want(context, words);
  const { store, options } = context;
  const taken = await takeSteps(steps, { store, why: options.why, decide: decideWanted }, context);
  return answerOf({ ...taken, saw: requireState(taken.saw) }, parts);
}

function wantActivation(context: ChangeContext, words: readonly string[]): Wanted {
  const { store, options } = context;
  const chosen = words.map(parseRelease);
  requireOnce(chosen);
  const retired = readRetired(options);
  requireWhyUnchecked(context);
  requireWhyAccepted(context);
  return { decide: (current) => decideActivation(store, current, { chosen, retired }) };
}

async function wantRollback({ store, options }: ChangeContext, words: readonly string[]): Promise<Wanted> {
  const { change: seq } = options;
  const [from, to] = [parseId('from', options.from), parseId('to', options.to)];
  if (seq !== undefined) {
    if (words.length > 0 || from || to) {
      throw new UserError('--change names all parts that go back: leave out names, --from and --to.');
    }
    return { decide: (current) => decideChangeRollback(store, current, seq) };
  }
  if (words.length === 0) throw new UserError('Name the parts that go back: "npx pnpm release rollback booking".');
  if (words.length > 1 && (from || to)) {
    throw new UserError('--from and --to are for one part: write several as "rollback shell@<id> booking@<id>".');
  }
  const seen = await store.readIndex();
  const parts = words.map((word): Rollback => {
    const { name, id } = word.includes('@') ? parseRelease(word) : { name: parseName(word), id: undefined };
    const active = seen && findLine(seen, name)?.active;
    return { name, to: id ?? to, from: from ?? active ?? undefined };
  });
  requireOnce(parts);
  return { parts, decide: (current) => decideRollback(store, current, parts) };
}

function requireOnce(parts: readonly { readonly name: string }[]) {
  const twice = parts.find(({ name }, at) => parts.findIndex((one) => one.name === name) < at);
  if (twice) throw new UserError(`${twice.name} is named twice: choose one of its releases.`);
}

function readRetired({ retire, redirect }: ChangeContext['options']): readonly RetiredPath[] {
  if (redirect.length > retire.length) {
    throw new UserError('--redirect names where a retired path leads: name that path with --retire before it.');
  }
  if (redirect.length > 0 && redirect.length < retire.length) {
    throw new UserError('Give a --redirect for each --retire, or none where all these pages moved.');
  }
  return retire.map((path, at) => ({ path, redirect: redirect[at] }));
}
