import type { Host } from '@site/contract/host';
import { showErrorNotice, withdrawErrorNotice } from '@site/forms/submission';
import { useEffect } from 'react';
import { errorTitle } from '../content/messages';
import type { BookingCheck } from './booking-checks';

export interface Refusal {
  readonly check: BookingCheck;
  readonly notice: string | undefined;
  readonly firstField: 'dates' | 'name' | 'email' | undefined;
}

/** Shows a refusal as a notice until the form is corrected, sent again or left. */
export function useRefusalNotice(host: Host, refusal: Refusal | null) {
  useEffect(() => {
    if (!refusal?.notice) return;
    // Not announced: the focused field or the form already announces it.
    showErrorNotice(host, { title: errorTitle, description: refusal.notice, announced: false });
    return () => withdrawErrorNotice(host);
  }, [host, refusal]);
}
