import { useHydrated } from '@site/shared-ui';
import type { ReactNode } from 'react';

/** For what no composed page holds: it comes once React has taken the page over. */
export function ClientOnly({ children }: { readonly children: ReactNode }) {
  return useHydrated() ? children : null;
}
