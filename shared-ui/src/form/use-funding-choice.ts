import { asksForFunding } from '@site/contract/addresses';
import { useEffect } from 'react';

/** Calls `choose` once if the page's URL asks for AGEFICE funding; after hydration, so that the HTML matches. */
export function useFundingChoice(choose: () => void): void {
  useEffect(() => {
    if (asksForFunding(window.location.search)) choose();
  }, []);
}
