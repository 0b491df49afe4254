import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False in the prerendered HTML and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
