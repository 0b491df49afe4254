import { useLayoutEffect, useState } from 'react';

let last = { address: '', top: 0 };

/**
 * Scrolls back to where the owner left this list, if they opened no other one since. The browser scrolls before the list
 * is rendered, when the page is still short.
 *
 * @returns whether it does, so that the whole list must be rendered at once
 */
export function useListPosition(address: string): boolean {
  const [top] = useState(() => (last.address === address ? last.top : 0));
  useLayoutEffect(() => {
    if (top > 0) window.scrollTo({ top, behavior: 'instant' });
    last = { address, top };
    const remember = () => {
      last = { address, top: window.scrollY };
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [address, top]);
  return top > 0;
}
