export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** @returns a function that ends it */
  readonly subscribe: (onChange: () => void) => () => void;
}

/** A value outside React, for `useSyncExternalStore`. */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}
