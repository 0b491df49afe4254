import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ActiveRelease, PageModule } from '@site/shared-ui/host';
import type { LoadPage } from './remote-pages';

const SCRIPT_TIMEOUT_MS = 4000;

/** Releases that have been asked for, by container, and how often each has failed. */
const asked = new Map<string, { readonly release: ActiveRelease; failures: number }>();

registerPlugins([
  {
    name: 'pinned-entries',
    createScript({ url, remoteInfo }) {
      const known = asked.get(remoteInfo?.name ?? '');
      const script = document.createElement('script');
      // A file that arrived damaged stays in the browser's cache for good: another attempt asks for it anew.
      script.src = known?.failures ? `${url}?attempt=${known.failures + 1}` : url;
      script.crossOrigin = 'anonymous';
      script.integrity = known?.release.integrity ?? '';
      return { script, timeout: SCRIPT_TIMEOUT_MS };
    },
  },
]);

export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/**
 * Loads a page's module from its release. The container's script is pinned by the hash in the release index, its
 * chunks by the hashes inside that script.
 * @throws RemoteLoadError naming the release
 */
export const loadRemotePage: LoadPage = async (release, route) => {
  const where = `${route.module} of ${release.container}`;
  if (!release.integrity && process.env.NODE_ENV === 'production') {
    throw new RemoteLoadError(`${where} has no integrity hash and is refused: publish it again.`);
  }
  const known = register(release);
  const loaded = await loadRemote<PageModule>(`${release.container}/${route.module}`).catch((cause: unknown) => {
    known.failures += 1;
    throw new RemoteLoadError(`${where} did not load.`, { cause });
  });
  if (!loaded?.Page) throw new RemoteLoadError(`${where} exposes no Page.`);
  return loaded;
};

function register(release: ActiveRelease) {
  const { container, entry } = release;
  const known = asked.get(container) ?? { release, failures: 0 };
  if (!asked.has(container)) registerRemotes([{ name: container, entryGlobalName: container, entry }]);
  asked.set(container, known);
  return known;
}
