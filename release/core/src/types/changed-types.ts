import type { DeclaredType, DeclaredTypes } from '@site/contract/build';
import type { Pair } from '../checks/pairs';
import type { Store } from '../store/store';
import { readTypes } from './stored-types';

/** A name whose type in a shell differs from the one that a remote was built against. */
export interface ChangedType {
  /** A name of shared-ui, or one such as `host.notify`. */
  readonly name: string;
  /** The declaration that remotes were built against, and the one that the shell has. */
  readonly old: string;
  readonly now: string;
  /** Remotes that were built against the old one, as `name@id`. */
  readonly usedBy: readonly string[];
}

/** Ignores names that the shell lacks. */
export async function findChangedTypes(store: Store, pairs: readonly Pair[]): Promise<readonly ChangedType[]> {
  const changed = new Map<string, ChangedType>();
  for (const { shell, name, id } of pairs) {
    const [remote, itsShell] = await Promise.all([store.read(name, id), store.read('shell', shell)]);
    const [required, offered] = await Promise.all([readTypes(store, remote), readTypes(store, itsShell)]);
    for (const [typeName, old] of namedTypes(required)) {
      const now = namedTypes(offered).get(typeName);
      if (!now || now.hash === old.hash) continue;
      const key = `${typeName} ${old.hash} ${now.hash}`;
      const usedBy = [...(changed.get(key)?.usedBy ?? []), `${name}@${id}`];
      changed.set(key, { name: typeName, old: old.text, now: now.text, usedBy });
    }
  }
  return [...changed.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const namedTypes = ({ sharedUi, host }: DeclaredTypes): ReadonlyMap<string, DeclaredType> =>
  new Map([
    ...Object.entries(sharedUi),
    ...Object.entries(host).map(([name, type]): [string, DeclaredType] => [`host.${name}`, type]),
  ]);
