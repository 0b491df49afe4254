import type { OnLive } from '../federation/visit-reports';
import type { measureSpeed } from './measure-speed';

/**
 * Loads what measures the page once it is live and the visitor has accepted, then or later; without consent nothing is
 * loaded. A document is measured once, as the page that was live first.
 */
export function createSpeedReport(options: Parameters<typeof measureSpeed>[0]): OnLive {
  let page: Parameters<OnLive>[0] | undefined;
  const loadWithConsent = () => {
    if (!page || options.consent.get() !== 'accepted') return;
    const measured = page;
    leave();
    // What does not load measures nothing.
    import('./measure-speed').then((loaded) => loaded.measureSpeed(options, measured)).catch(() => undefined);
  };
  const leave = options.consent.subscribe(loadWithConsent);
  return (live) => {
    if (page) return;
    page = live;
    loadWithConsent();
  };
}
