import type { ConsentStore } from '@site/contract/host';
import type { OnLive } from '../federation/visit-reports';
import type { measureSpeed } from './measure-speed';

interface SpeedReportOptions extends Omit<Parameters<typeof measureSpeed>[0], 'page'> {
  readonly consent: ConsentStore;
}

/**
 * Loads what measures the page once it is live and the visitor has accepted, then or later; without consent nothing is
 * loaded. A document is measured once, as the page that was live first.
 */
export function createSpeedReport({ consent, ...options }: SpeedReportOptions): OnLive {
  let page: Parameters<OnLive>[0] | undefined;
  const loadWithConsent = () => {
    if (!page || consent.get() !== 'accepted') return;
    leave();
    import('./measure-speed').then(
      ({ measureSpeed }) => page && measureSpeed({ ...options, consent, page }),
      // What is not loaded measures nothing.
      () => undefined,
    );
  };
  const leave = consent.subscribe(loadWithConsent);
  return (live) => {
    if (page) return;
    page = live;
    loadWithConsent();
  };
}
