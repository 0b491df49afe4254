import type { ReleaseNames } from '@site/backend/site-update';
import { everActive } from '@site/release-core/store/activations';
import type { Store } from '@site/release-core/store/store';
import type { Lifecycle } from '../lifecycle';
import type { PageCounter } from '../serve/page-counter';
import type { LocalBackend } from './backend-process';

const PAGES_EVERY_MS = 60_000;

type Send = Pick<LocalBackend, 'send'>;

/** Sends releases that were ever active, because open pages report older ones, and published ones, for previews. */
export function createReleasesReport(backend: Send, store: Store): () => void {
  const describe = releaseDescriber(store);
  const report = async () => {
    const [active, names] = await Promise.all([everActive(store), store.listNames()]);
    const ids = names.map(async (name) => [name, await store.listIds(name)] as const);
    const published = Object.fromEntries(await Promise.all(ids));
    backend.send({ releases: { active, published, described: await describe(published) } });
  };
  // Reports run one after the other, so that the latest list is sent last.
  let reported = Promise.resolve();
  return () => {
    reported = reported.then(report).catch((error: unknown) => {
      console.error(
        'The backend did not receive the names of the releases: incidents of new ones count as "other".',
        error,
      );
    });
  };
}

/** Releases never change, so that each is read once. One that cannot be read is left out. */
function releaseDescriber(store: Store) {
  const known = new Map<string, Promise<readonly [string, ReleaseNames] | null>>();
  const read = async (name: string, id: string): Promise<readonly [string, ReleaseNames] | null> => {
    const release = await store.readIfIntact(name, id);
    if (!release) return null;
    const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'));
    return [id, { routes: release.routes.map(({ path }) => path), scripts }];
  };
  return async (published: Readonly<Record<string, readonly string[]>>) => {
    const parts = Object.entries(published).map(async ([name, ids]) => {
      const described = ids.map((id) => {
        const key = `${name}@${id}`;
        const found = known.get(key) ?? read(name, id);
        known.set(key, found);
        return found;
      });
      return [name, Object.fromEntries((await Promise.all(described)).filter((one) => one !== null))] as const;
    });
    return Object.fromEntries(await Promise.all(parts));
  };
}

/** Sends the backend the served pages each minute and at the end. A kill loses at most one minute. */
export function reportPages(backend: Send, counter: PageCounter, life: Pick<Lifecycle, 'onEnd'>): void {
  const report = () => {
    const { pages, networks } = counter.drain();
    if (Object.keys(networks.sent).length > 0) backend.send({ servedPages: pages, servedNetworks: networks });
  };
  const timer = setInterval(report, PAGES_EVERY_MS);
  life.onEnd(() => {
    clearInterval(timer);
    report();
  });
}
