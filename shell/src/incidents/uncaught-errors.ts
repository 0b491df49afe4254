import { RELEASES_PATH } from '@site/contract/addresses';
import type { OnIncident } from '../federation/fallback-chain';
import type { FaultCode } from '../federation/fault';

interface Source {
  readonly remote: string;
  readonly id: string;
}

const ADDRESSES = /[a-z][a-z0-9+.-]*:\/\/[^\s)]+/g;

/** Reports what handlers, timers and promises of a release's code throw and nobody catches. */
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

/**
 * The release whose code threw. What an extension throws is not ours, even when our code is beneath it. The shell's React
 * is beneath every handler: of the addresses, the first of a remote counts.
 */
function sourceOf(addresses: readonly string[], base: string): Source | null {
  if (!addresses[0]?.startsWith(base)) return null;
  const sources = addresses
    .filter((address) => address.startsWith(base))
    .map((address) => address.slice(base.length).split('/'));
  const [remote, id] = sources.find(([name]) => name !== 'shell') ?? sources[0] ?? [];
  return remote && id ? { remote, id } : null;
}

/** The addresses of a stack's frames, the innermost first. Its first line may repeat the message, with any address. */
function addressesIn(thrown: unknown): readonly string[] {
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return [];
  const { stack, message } = thrown as { stack: unknown; message?: unknown };
  return String(stack).replace(String(message), '').match(ADDRESSES) ?? [];
}
