import { RELEASES_PATH } from '@site/contract/addresses';
import type { OnIncident } from '../federation/fallback-chain';
import type { FaultCode } from '../federation/fault';
import { addressesIn, framesAt } from '../federation/frames';

export function reportUncaughtErrors(page: Window, onIncident: OnIncident): void {
  const base = page.location.origin + RELEASES_PATH;
  const report = (addresses: readonly string[], code: FaultCode) => {
    // An extension's error is ignored, even with our code further down its stack.
    const frames = addresses[0]?.startsWith(base) ? framesAt(addresses) : [];
    // Every handler has the shell's React further down, so the first frame of a remote counts.
    const source = frames.find(({ remote }) => remote !== 'shell') ?? frames[0];
    if (!source) return;
    const { remote, id } = source;
    onIncident({ remote, release: { id }, fault: { phase: 'runtime', code, frames }, path: page.location.pathname });
  };
  page.addEventListener('error', ({ filename, lineno, colno, error }) =>
    report([...(filename ? [`${filename}:${lineno}:${colno}`] : []), ...addressesIn(error)], 'exception'),
  );
  page.addEventListener('unhandledrejection', ({ reason }) => report(addressesIn(reason), 'rejection'));
}
