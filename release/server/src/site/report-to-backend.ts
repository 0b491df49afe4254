import { everActive } from '@site/release-core/store/activations';
import type { Store } from '@site/release-core/store/store';
import type { Lifecycle } from '../lifecycle';
import type { PageCounter } from '../serve/page-counter';
import type { LocalBackend } from './backend-process';

const PAGES_EVERY_MS = 60_000;

type Send = Pick<LocalBackend, 'send'>;

/** Sends releases that were ever active, because open pages report older ones, and published ones, for previews. */
export function createReleasesReport(backend: Send, store: Store): () => void {
  const report = async () => {
    const [active, names] = await Promise.all([everActive(store), store.listNames()]);
    const ids = names.map(async (name) => [name, await store.listIds(name)] as const);
    const published = Object.fromEntries(await Promise.all(ids));
    backend.send({ releases: { active, published } });
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

/** Sends the backend the served pages each minute and at the end. A kill loses at most one minute. */
export function reportPages(backend: Send, counter: PageCounter, life: Pick<Lifecycle, 'onEnd'>): void {
  const report = () => {
    const { pages, networks } = counter.drain();
    if (Object.keys(pages).length > 0) backend.send({ servedPages: pages, servedNetworks: networks });
  };
  const timer = setInterval(report, PAGES_EVERY_MS);
  life.onEnd(() => {
    clearInterval(timer);
    report();
  });
}
