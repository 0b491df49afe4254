import { RELEASES_PATH } from '@site/contract/addresses';
import type { OnIncident } from '../federation/fallback-chain';
import type { FaultCode } from '../federation/fault';

interface Source {
  readonly remote: string;
  readonly id: string;
}

const ADDRESSES = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s)]+/g;

export function reportUncaughtErrors(page: Window, onIncident: OnIncident): void {
  const base = page.location.origin + RELEASES_PATH;
  const report = (addresses: readonly string[], code: FaultCode) => {
    const source = sourceOf(addresses, base);
    if (!source) return;
    const { remote, id } = source;
    onIncident({ remote, release: { id }, fault: { phase: 'runtime', code }, path: page.location.pathname });
  };
  page.addEventListener('error', ({ filename, error }) =>
    report([...(filename ? [filename] : []), ...addressesIn(error)], 'exception'),
  );
  page.addEventListener('unhandledrejection', ({ reason }) => report(addressesIn(reason), 'rejection'));
}

// An extension's error is ignored, even with our code further down its stack. Every handler has the shell's React
// further down, so the first address of a remote counts.
function sourceOf(addresses: readonly string[], base: string): Source | null {
  if (!addresses[0]?.startsWith(base)) return null;
  const sources = addresses
    .filter((address) => address.startsWith(base))
    .map((address) => address.slice(base.length).split('/'));
  const [remote, id] = sources.find(([name]) => name !== 'shell') ?? sources[0] ?? [];
  return remote && id ? { remote, id } : null;
}

/** Addresses of the stack's frames, innermost first. The message is removed, because it may contain any address. */
function addressesIn(thrown: unknown): readonly string[] {
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return [];
  const { stack, message } = thrown as { stack: unknown; message?: unknown };
  return String(stack).replace(String(message), '').match(ADDRESSES) ?? [];
}
