import { isDeepStrictEqual } from 'node:util';
import { compose } from '../compose/compose';
import { describeEntry } from '../store/index-entries';
import { mendReleases } from '../store/mend-releases';
import { pageDamageOf } from '../store/page-damage';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { releasesDamage } from '../store/verify';
import { DiskFullError, UserError } from '../user-error';
import { whoAmI } from './change-index';
import { requireState } from './decide';

export interface Repair {
  /** What was damaged and is whole again, or replaced by the new entry. */
  readonly mended: readonly string[];
  /** What only a publication or a backup restores. */
  readonly left: readonly string[];
  /** The entry that continues from the latest one that can be read; null when none was needed. */
  readonly added: IndexEntry | null;
  /** The number of the latest entry that could be read. */
  readonly from: number;
}

/**
 * Mends what can be derived from the rest of the store: encoded forms, and all that composing writes. Damaged entries
 * keep their numbers, so that a server or a command that has seen one continues after it.
 */
export async function repair(store: Store, why: string): Promise<Repair> {
  const { entry } = await store.readState();
  const mended = await mendReleases(store);
  const left = await releasesDamage(store, requireState(entry));
  const pages = await repairPages(store, why);
  return { ...pages, mended: [...mended, ...pages.mended], left: [...left, ...pages.left] };
}

async function repairPages(store: Store, why: string): Promise<Repair> {
  for (;;) {
    const { entry, damaged } = await store.readState();
    const state = requireState(entry);
    const { seq: from } = state;
    const damage = [...damaged.map(describeEntry), ...(await pageDamageOf(store, state))];
    if (damage.length === 0) return { mended: [], left: [], added: null, from };
    try {
      if (damaged.length === 0 && (await composesTheSame(store, state))) {
        return { ...(await withoutOwnerFiles(store, state, damage)), added: null, from };
      }
      const added = await continueFrom(store, state, { seq: (damaged.at(-1)?.seq ?? from) + 1, why });
      if (added) return { ...(await withoutOwnerFiles(store, added, damage)), added, from };
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof DiskFullError) throw error;
      return { mended: [], left: [...damage, error.message], added: null, from };
    }
  }
}

/** Composing leaves what it only names: files of the owner, which are read from beside `site.json`. */
async function withoutOwnerFiles(store: Store, state: IndexEntry, damage: readonly string[]) {
  const left = await pageDamageOf(store, state);
  return {
    mended: damage.filter((one) => !left.includes(one)),
    left: left.map((one) => `${one}: "npx pnpm release compose" stores it again`),
  };
}

/** Composing stores what is missing or damaged. False when that was not what the entry names. */
async function composesTheSame(store: Store, entry: IndexEntry): Promise<boolean> {
  const { pages } = await compose(trustingOnlySeals(store), entry);
  return isDeepStrictEqual(pages, entry.pages);
}

/** Null when another change was faster. */
async function continueFrom(
  store: Store,
  state: IndexEntry,
  { seq, why }: { readonly seq: number; readonly why: string },
): Promise<IndexEntry | null> {
  const { pages } = await compose(trustingOnlySeals(store), { ...state, seq });
  const change = { command: 'repair', why, who: whoAmI(), at: new Date().toISOString() } as const;
  const entry = { ...state, seq, pages, change };
  return (await store.addIndex(entry)) ? entry : null;
}

/** Templates that nothing proves are rendered again. */
const trustingOnlySeals = (store: Store): Store => ({
  ...store,
  readRendered: async (key) => {
    const found = await store.readTemplate(key);
    return found?.isSealed ? found.text : null;
  },
});
