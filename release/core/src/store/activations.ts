import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import { everActiveIn } from './history';
import type { ReleaseName } from './keys';
import type { IndexEntry, ReleaseLines } from './release';
import type { Store } from './store';

const FOLDER = 'activations/';
/** Present once every release that was ever active is recorded. */
export const ALL_RECORDED = `${STORE.heads}/activations.json`;
const ENDING = '.json';

const keyOf = ({ name, id }: ReleaseName) => `${FOLDER}${name}/${id}${ENDING}`;
const recorded = v.pipe(v.string(), v.parseJson(), v.object({ previous: v.nullable(v.string()) }));

export interface Activation {
  readonly previous: string | null;
}

/**
 * Records the releases that a change activates, so that finding all that were ever active does not need every entry.
 * Call it before the entry is added: a recorded release that never became active does no harm.
 */
export async function recordActivations(store: Store, current: IndexEntry | null, next: ReleaseLines): Promise<void> {
  if (!(await store.blobs.has(ALL_RECORDED))) {
    for (const { releases } of await store.readHistory()) await add(store, releases);
    await store.blobs.add(ALL_RECORDED, '{}');
  }
  const changed = Object.entries(next).filter(([name, { active }]) => {
    const line = current?.releases[name];
    return line?.active !== active && !line?.before.includes(active);
  });
  await add(store, Object.fromEntries(changed));
}

async function add({ blobs }: Store, releases: ReleaseLines): Promise<void> {
  for (const [name, { active, before }] of Object.entries(releases)) {
    const activation: Activation = { previous: before[0] ?? null };
    await blobs.add(keyOf({ name, id: active }), JSON.stringify(activation));
  }
}

export async function everActive(store: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const { blobs } = store;
  if (!(await blobs.has(ALL_RECORDED))) return everActiveIn(await store.readHistory());
  const names = await blobs.list(FOLDER);
  const ids = names.map(async (name) => {
    const files = await blobs.list(`${FOLDER}${name}/`);
    return [name, files.map((file) => file.slice(0, -ENDING.length))] as const;
  });
  return Object.fromEntries(await Promise.all(ids));
}

export async function readActivation(store: Store, release: ReleaseName): Promise<Activation | null> {
  const stored = await store.blobs.get(keyOf(release));
  const { success, output } = v.safeParse(recorded, stored?.toString());
  if (success) return output;
  // A store that only older versions have changed has no records.
  for await (const one of store.readBackwards()) {
    const line = 'entry' in one ? one.entry.releases[release.name] : undefined;
    if (line?.active === release.id) return { previous: line.before[0] ?? null };
  }
  return null;
}
