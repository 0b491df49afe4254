import * as v from 'valibot';
import type { ReleaseName } from './keys';
import type { ActiveParts, Revision } from './revision';
import type { Store } from './store';

const FOLDER = 'activations/';
const ENDING = '.json';

const keyOf = ({ name, id }: ReleaseName) => `${FOLDER}${name}/${id}${ENDING}`;
const recorded = v.pipe(v.string(), v.parseJson(), v.object({ previous: v.nullable(v.string()) }));

export interface Activation {
  readonly previous: string | null;
}

/**
 * Records the releases that a change activates, so that finding all that were ever active does not need every revision.
 * Call it before the revision is added: a recorded release that never became active does no harm.
 */
export async function recordActivations(store: Store, current: Revision | null, next: ActiveParts): Promise<void> {
  const changed = Object.entries(next).filter(([name, { active }]) => {
    const part = current?.releases[name];
    return part?.active !== active && !part?.previous.includes(active);
  });
  for (const [name, { active, previous }] of changed) {
    const activation: Activation = { previous: previous[0] ?? null };
    await store.blobs.add(keyOf({ name, id: active }), JSON.stringify(activation));
  }
}

/** When each release of the next revision became active. @param at time of the change, ISO 8601 */
export const nextSince = (current: Revision | null, releases: ActiveParts, at: string): Revision['since'] =>
  Object.fromEntries(
    Object.entries(releases).map(([name, { active }]) => {
      const isKept = current?.releases[name]?.active === active;
      return [name, (isKept && current?.since[name]) || at];
    }),
  );

export async function everActive({ blobs }: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const names = await blobs.list(FOLDER);
  const ids = names.map(async (name) => {
    const files = await blobs.list(`${FOLDER}${name}/`);
    return [name, files.map((file) => file.slice(0, -ENDING.length))] as const;
  });
  return Object.fromEntries(await Promise.all(ids));
}

export async function readActivation({ blobs }: Store, release: ReleaseName): Promise<Activation | null> {
  const stored = await blobs.get(keyOf(release));
  const { success, output } = v.safeParse(recorded, stored?.toString());
  return success ? output : null;
}

/** The revisions that were replaced after this time, and the current one; the earliest first. */
export async function historySince(store: Store, time: Date): Promise<Revision[]> {
  const revisions: Revision[] = [];
  for await (const found of store.readBackwards()) {
    if (!('revision' in found)) continue;
    const [next] = revisions;
    if (next && Date.parse(next.change.at) < time.getTime()) break;
    revisions.unshift(found.revision);
  }
  return revisions;
}

export async function pathsOfParts(store: Store, names: readonly string[]): Promise<ReadonlySet<string>> {
  const active = await everActive(store);
  const releases = names.flatMap((name) => (active[name] ?? []).map((id) => store.readIfIntact(name, id)));
  const all = await Promise.all(releases);
  return new Set(all.flatMap((release) => release?.routes.map(({ path }) => path) ?? []));
}
