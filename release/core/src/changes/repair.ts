import { isDeepStrictEqual } from 'node:util';
import { compose } from '../compose/compose';
import { pageDamageOf, releasesDamage, repairReleases } from '../store/damage';
import type { Revision } from '../store/revision';
import { describeRevision } from '../store/revisions';
import type { Store } from '../store/store';
import { DiskFullError, UserError } from '../user-error';
import { machineUser } from './change';
import { requireState } from './decide';

export interface Repair {
  readonly repaired: readonly string[];
  /** Damage that only a publication or a backup can repair. */
  readonly left: readonly string[];
  readonly added: Revision | null;
  readonly from: number;
}

/**
 * Repairs what can be derived from the rest of the store: encoded variants and composed files. Damaged revisions keep
 * their numbers, so that a server or a command that has seen one continues after it.
 */
export async function repair(store: Store, why: string): Promise<Repair> {
  const { revision } = await store.readState();
  const repaired = await repairReleases(store);
  const left = await releasesDamage(store, requireState(revision));
  const pages = await repairPages(store, why);
  return { ...pages, repaired: [...repaired, ...pages.repaired], left: [...left, ...pages.left] };
}

async function repairPages(store: Store, why: string): Promise<Repair> {
  for (;;) {
    const { revision, damaged } = await store.readState();
    const state = requireState(revision);
    const { seq: from } = state;
    const damage = [...damaged.map(describeRevision), ...(await pageDamageOf(store, state))];
    if (damage.length === 0) return { repaired: [], left: [], added: null, from };
    try {
      if (damaged.length === 0 && (await composesTheSame(store, state))) {
        return { ...(await withoutOwnerFiles(store, state, damage)), added: null, from };
      }
      const added = await continueFrom(store, state, { seq: (damaged.at(-1)?.seq ?? from) + 1, why });
      if (added) return { ...(await withoutOwnerFiles(store, added, damage)), added, from };
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof DiskFullError) throw error;
      return { repaired: [], left: [...damage, error.message], added: null, from };
    }
  }
}

/** Composing cannot restore the owner's files: they are read from the folder of `site.json`. */
async function withoutOwnerFiles(store: Store, state: Revision, damage: readonly string[]) {
  const left = await pageDamageOf(store, state);
  return {
    repaired: damage.filter((one) => !left.includes(one)),
    left: left.map((one) => `${one}: "npx pnpm release compose" stores it again`),
  };
}

/** Composing stores missing and damaged files. Returns false when the result differs from the revision. */
async function composesTheSame(store: Store, revision: Revision): Promise<boolean> {
  const { pages } = await compose(store, revision);
  return isDeepStrictEqual(pages, revision.pages);
}

async function continueFrom(
  store: Store,
  state: Revision,
  { seq, why }: { readonly seq: number; readonly why: string },
): Promise<Revision | null> {
  const { pages } = await compose(store, { ...state, seq });
  const change = { command: 'repair', parts: [], why, who: machineUser(), at: new Date().toISOString() } as const;
  const revision = { ...state, seq, pages, change };
  return (await store.addRevision(revision)) ? revision : null;
}
