import { everActive } from '@site/release-core/store/activations';
import type { Store } from '@site/release-core/store/store';

/** Paths of all pages that these parts have or had. */
export async function ownPaths(store: Store, names: readonly string[]): Promise<ReadonlySet<string>> {
  const active = await everActive(store);
  const releases = names.flatMap((name) => (active[name] ?? []).map((id) => store.readIfIntact(name, id)));
  const all = await Promise.all(releases);
  return new Set(all.flatMap((release) => release?.routes.map(({ path }) => path) ?? []));
}
