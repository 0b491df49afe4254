import { useIsLive } from '@site/shared-ui';
import type { ReactNode } from 'react';

/** For what no composed page holds: it comes once React has taken the page over. */
export function LiveOnly({ children }: { readonly children: ReactNode }) {
  return useIsLive() ? children : null;
}
