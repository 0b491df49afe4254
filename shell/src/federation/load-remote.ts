import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ActiveRelease, PageModule } from '@site/shared-ui/host';
import type { LoadPage } from './remote-pages';

const SCRIPT_TIMEOUT_MS = 4000;

/** The releases whose containers may be loaded, by the whole address of their script. */
const registered = new Map<string, ActiveRelease>();

const addressOf = (entry: string) => new URL(entry, window.location.href).href;

registerPlugins([
  {
    name: 'pinned-entries',
    createScript({ url }) {
      const script = document.createElement('script');
      script.src = url;
      script.crossOrigin = 'anonymous';
      script.integrity = registered.get(addressOf(url))?.integrity ?? '';
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
  register(release);
  const loaded = await loadRemote<PageModule>(`${release.container}/${route.module}`).catch((cause: unknown) => {
    throw new RemoteLoadError(`${where} did not load.`, { cause });
  });
  if (!loaded?.Page) throw new RemoteLoadError(`${where} exposes no Page.`);
  return loaded;
};

function register(release: ActiveRelease) {
  const address = addressOf(release.entry);
  if (registered.has(address)) return;
  registered.set(address, release);
  registerRemotes([{ name: release.container, entryGlobalName: release.container, entry: release.entry }]);
}
