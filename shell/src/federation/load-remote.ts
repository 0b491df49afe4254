import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { PageModule } from '@site/contract/host';
import type { LoadableRelease } from '@site/contract/release-index';
import { abortAfter } from '../navigation/release-watch';
import type { LoadPage } from './fallback-chain';
import { type Fault, faultOf, networkFaultCode, RemoteLoadError, requestOf } from './fault';

const SCRIPT_TIMEOUT_MS = 4000;

const requested = new Map<string, RequestedRelease>();

interface RequestedRelease {
  readonly release: LoadableRelease;
  failures: number;
  /** Address of a chunk that failed its integrity check. */
  damagedChunk?: string | undefined;
}

registerPlugins([
  {
    name: 'pinned-entries',
    createScript({ remoteInfo }) {
      const request = requested.get(remoteInfo?.name ?? '');
      const script = document.createElement('script');
      script.src = request ? addressOf(request) : '';
      script.crossOrigin = 'anonymous';
      script.integrity = request?.release.integrity ?? '';
      return { script, timeout: SCRIPT_TIMEOUT_MS };
    },
  },
]);

/**
 * The release index pins the container's script by its hash, and that script pins its chunks.
 * @throws RemoteLoadError that names the release
 */
export const loadRemotePage: LoadPage = async (release, route) => {
  const where = `${route.module} of ${release.container}`;
  if (!release.integrity && process.env.NODE_ENV === 'production') {
    const fault: Fault = { phase: 'entry', code: 'no-integrity' };
    throw new RemoteLoadError(`${where} has no integrity hash and is refused: publish it again.`, fault);
  }
  const request = register(release);
  await refetchDamagedChunk(request);
  const loaded = await loadRemote<PageModule>(`${release.container}/${route.module}`).catch((cause: unknown) => {
    // The overlay of a development server shows uncaught errors only.
    if (process.env.NODE_ENV === 'development') reportError(cause);
    const fault = loadFault(request, cause);
    request.failures += 1;
    if (fault.phase === 'page' && fault.code === 'integrity') request.damagedChunk = requestOf(cause);
    throw new RemoteLoadError(`${where} did not load.`, fault, { cause });
  });
  if (!loaded?.Page) throw new RemoteLoadError(`${where} exposes no Page.`, { phase: 'page', code: 'no-page' });
  return loaded;
};

function register(release: LoadableRelease): RequestedRelease {
  const { container, entry } = release;
  const request = requested.get(container) ?? { release, failures: 0 };
  if (!requested.has(container)) registerRemotes([{ name: container, entryGlobalName: container, entry }]);
  requested.set(container, request);
  return request;
}

/** Each retry requests another address, because a damaged file stays in the browser's cache. */
const addressOf = ({ release: { entry }, failures }: RequestedRelease) =>
  failures ? `${entry}?attempt=${failures + 1}` : entry;

/** The release's own run time fixes the address of a chunk: its cache entry is replaced instead. */
async function refetchDamagedChunk(request: RequestedRelease) {
  const { damagedChunk } = request;
  if (!damagedChunk) return;
  request.damagedChunk = undefined;
  try {
    const answer = await fetch(damagedChunk, { cache: 'reload', signal: abortAfter(SCRIPT_TIMEOUT_MS) });
    await answer.arrayBuffer();
  } catch {
    // The load that follows reports the failure.
  }
}

/** Messages of the federation run time 2.9.2, whose code is RUNTIME_008 for each of these. */
function loadFault(request: RequestedRelease, cause: unknown): Fault {
  if (request.release.container in window) return faultOf(cause, 'page');
  const message = cause instanceof Error ? cause.message : '';
  if (message.includes('timed out')) return { phase: 'entry', code: 'timeout' };
  if (message.includes('ScriptExecutionError')) return { phase: 'entry', code: 'exception' };
  if (message.includes('ScriptNetworkError')) return { phase: 'entry', code: networkFaultCode(addressOf(request)) };
  return { phase: 'entry', code: 'not-a-container' };
}
