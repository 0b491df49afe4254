import { asksForFunding } from '@site/contract/addresses';
import { useEffect } from 'react';

/** Calls back once when the page was reached by a link that makes the AGEFICE choice; after hydration, so that HTML matches. */
export function useFundingChoice(choose: () => void): void {
  useEffect(() => {
    if (asksForFunding(window.location.search)) choose();
  }, []);
}
