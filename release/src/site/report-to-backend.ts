import type { PageCounter } from '../serve/page-counter';
import { everActive } from '../store/activations';
import type { Store } from '../store/store';
import type { LocalBackend } from './backend-process';
import type { Lifecycle } from './lifecycle';

const PAGES_EVERY_MS = 60_000;

type Send = Pick<LocalBackend, 'send'>;

/**
 * Returns a function that sends the backend the names that incidents may carry: releases that are or were active, because
 * pages that were loaded before an activation report older ones, and all published ones for previews.
 */
export function createReleasesReport(backend: Send, store: Store): () => void {
  const report = async () => {
    const [active, names] = await Promise.all([everActive(store), store.listNames()]);
    const ids = names.map(async (name) => [name, await store.listIds(name)] as const);
    const published = Object.fromEntries(await Promise.all(ids));
    backend.send({ releases: { active, published } });
  };
  // One report after the other, so that the latest list is sent last.
  let reported = Promise.resolve();
  return () => {
    reported = reported.then(report).catch((error: unknown) => {
      console.error(
        'The backend was not given the names of the releases: incidents of new ones count as "other".',
        error,
      );
    });
  };
}

/** Sends the backend the pages served, each minute and at the end: a kill loses those of one minute. */
export function reportPages(backend: Send, counter: PageCounter, life: Pick<Lifecycle, 'onEnd'>): void {
  const report = () => {
    const servedPages = counter.take();
    if (Object.keys(servedPages).length > 0) backend.send({ servedPages });
  };
  const timer = setInterval(report, PAGES_EVERY_MS);
  life.onEnd(() => {
    clearInterval(timer);
    report();
  });
}
