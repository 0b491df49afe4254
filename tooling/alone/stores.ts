/** A value that components can watch. */
export function valueStore<T>() {
  let value: T | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    set: (next: T) => {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

/** A list that components can watch, each entry with an id. */
export function listStore<T extends object>() {
  const store = valueStore<readonly (T & { id: string })[]>();
  const empty: readonly (T & { id: string })[] = [];
  const get = () => store.get() ?? empty;
  return {
    get,
    subscribe: store.subscribe,
    add: (entry: T) => store.set([...get(), { ...entry, id: crypto.randomUUID() }]),
    remove: (id: string) => store.set(get().filter((entry) => entry.id !== id)),
  };
}
