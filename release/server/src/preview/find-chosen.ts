import { BRANCH_PREFIX } from '@site/contract/addresses';
import type { PreviewRefusal } from '@site/contract/release-index';
import { findLine } from '@site/release-core/changes/part-line';
import { isBranch, isId, isName, type ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { LRUCache } from 'lru-cache';

const RELEASES_AT_MOST = 10;
const DESCRIPTIONS_IN_MEMORY = 2000;

/** A part with the id of a release, or with a branch. */
type Choice = ReleaseName | { readonly name: string; readonly branch: string };

/** Null unless it names releases or branches. */
export function parsePreview(requested: string): readonly Choice[] | null {
  const words = requested.split(',');
  if (words.length > RELEASES_AT_MOST) return null;
  const choices = words.map(parseChoice).filter((choice) => choice !== null);
  const names = new Set(choices.map(({ name }) => name));
  return choices.length === words.length && names.size === words.length ? choices : null;
}

function parseChoice(word: string): Choice | null {
  const [name = '', wanted = '', ...more] = word.split('@');
  if (!isName(name) || more.length > 0) return null;
  if (isId(wanted)) return { name, id: wanted };
  const branch = wanted.startsWith(BRANCH_PREFIX) ? wanted.slice(BRANCH_PREFIX.length) : '';
  return isBranch(branch) ? { name, branch } : null;
}

export type Chosen = { readonly chosen: readonly ReleaseName[] } | { readonly refusal: PreviewRefusal };

/** Finds the releases that a preview requests. A branch stands for its newest release, also when that is revoked. */
export function chosenFinder(store: Store) {
  const newestOf = newestFinder(store);
  return async (entry: IndexEntry, requested: string): Promise<Chosen> => {
    const choices = parsePreview(requested);
    if (!choices) return { refusal: 'malformed' };
    const releaseNames = await Promise.all(choices.map((choice) => ('id' in choice ? choice : newestOf(choice))));
    const chosen = releaseNames.filter((release) => release !== null);
    if (chosen.length < releaseNames.length) return { refusal: 'unknown-branch' };
    if (chosen.some(({ name, id }) => findLine(entry, name)?.revoked.includes(id))) return { refusal: 'revoked' };
    const releases = await Promise.all(chosen.map(({ name, id }) => store.readIfIntact(name, id)));
    return releases.every(Boolean) ? { chosen } : { refusal: 'unknown' };
  };
}

interface Origin {
  readonly branch: string;
  readonly publishedAt: string;
}

/** What never changes of a release is read once. */
function newestFinder(store: Store) {
  const origins = new LRUCache<string, Origin>({ max: DESCRIPTIONS_IN_MEMORY });

  async function originOf(name: string, id: string): Promise<Origin | undefined> {
    const key = `${name}@${id}`;
    const cached = origins.get(key);
    if (cached) return cached;
    const release = await store.readIfIntact(name, id);
    if (!release) return undefined;
    const origin = { branch: release.branch ?? '', publishedAt: release.publishedAt };
    origins.set(key, origin);
    return origin;
  }

  return async ({ name, branch }: { readonly name: string; readonly branch: string }): Promise<ReleaseName | null> => {
    const ids = await store.listIds(name);
    let newest: { readonly id: string; readonly at: string } | null = null;
    for (const id of ids) {
      const origin = await originOf(name, id);
      if (origin?.branch !== branch || (newest && newest.at >= origin.publishedAt)) continue;
      newest = { id, at: origin.publishedAt };
    }
    return newest && { name, id: newest.id };
  };
}
