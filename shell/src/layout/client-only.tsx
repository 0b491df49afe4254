import { useHydrated } from '@site/shared-ui';
import type { ReactNode } from 'react';

/** Renders its children only after hydration. */
export function ClientOnly({ children }: { readonly children: ReactNode }) {
  return useHydrated() ? children : null;
}
