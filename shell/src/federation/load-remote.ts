import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { LoadableRelease, PageModule } from '@site/shared-ui/host';
import { chunkCode, type Fault, RemoteLoadError, refusalCode, requestOf } from './fault';
import type { LoadPage } from './ladder';

const SCRIPT_TIMEOUT_MS = 4000;

/** Releases that have been asked for, by container, and how often each has failed. */
const asked = new Map<string, Asked>();

interface Asked {
  readonly release: LoadableRelease;
  failures: number;
  /** A chunk that arrived damaged. */
  damaged?: string | undefined;
}

registerPlugins([
  {
    name: 'pinned-entries',
    createScript({ remoteInfo }) {
      const known = asked.get(remoteInfo?.name ?? '');
      const script = document.createElement('script');
      script.src = known ? addressOf(known) : '';
      script.crossOrigin = 'anonymous';
      script.integrity = known?.release.integrity ?? '';
      return { script, timeout: SCRIPT_TIMEOUT_MS };
    },
  },
]);

/**
 * Loads a page's module from its release. The container's script is pinned by the hash in the release index, its
 * chunks by the hashes inside that script.
 * @throws RemoteLoadError naming the release
 */
export const loadRemotePage: LoadPage = async (release, route) => {
  const where = `${route.module} of ${release.container}`;
  if (!release.integrity && process.env.NODE_ENV === 'production') {
    const fault: Fault = { phase: 'entry', code: 'no-integrity' };
    throw new RemoteLoadError(`${where} has no integrity hash and is refused: publish it again.`, fault);
  }
  const known = register(release);
  await fetchAnew(known);
  const loaded = await loadRemote<PageModule>(`${release.container}/${route.module}`).catch((cause: unknown) => {
    const fault = loadFault(known, cause);
    known.failures += 1;
    if (fault.phase === 'page' && fault.code === 'integrity') known.damaged = requestOf(cause);
    throw new RemoteLoadError(`${where} did not load.`, fault, { cause });
  });
  if (!loaded?.Page) throw new RemoteLoadError(`${where} exposes no Page.`, { phase: 'page', code: 'no-page' });
  return loaded;
};

function register(release: LoadableRelease): Asked {
  const { container, entry } = release;
  const known = asked.get(container) ?? { release, failures: 0 };
  if (!asked.has(container)) registerRemotes([{ name: container, entryGlobalName: container, entry }]);
  asked.set(container, known);
  return known;
}

/** A file that arrived damaged stays in the browser's cache for good: another attempt asks for it under a new name. */
const addressOf = ({ release: { entry }, failures }: Asked) => (failures ? `${entry}?attempt=${failures + 1}` : entry);

/** The same for a chunk, whose name only the release's own run time knows: its place in the cache is filled anew. */
async function fetchAnew(asked: Asked) {
  const { damaged } = asked;
  if (!damaged) return;
  asked.damaged = undefined;
  try {
    const answer = await fetch(damaged, { cache: 'reload', signal: AbortSignal.timeout(SCRIPT_TIMEOUT_MS) });
    await answer.arrayBuffer();
  } catch {
    // The attempt that follows tells what became of it.
  }
}

/** The federation run time tells its errors apart by words in their messages alone. */
function loadFault(asked: Asked, cause: unknown): Fault {
  if (asked.release.container in window) return { phase: 'page', code: chunkCode(cause) ?? 'exception' };
  const said = cause instanceof Error ? cause.message : '';
  if (said.includes('timed out')) return { phase: 'entry', code: 'timeout' };
  if (said.includes('ScriptExecutionError')) return { phase: 'entry', code: 'exception' };
  if (said.includes('ScriptNetworkError')) return { phase: 'entry', code: refusalCode(addressOf(asked)) };
  return { phase: 'entry', code: 'not-a-container' };
}
