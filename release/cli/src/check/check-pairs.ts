import type { CheckRun } from '@site/release-core/changes/gate';
import type { CheckedPair, Pair } from '@site/release-core/checks/pairs';
import { ComposeError } from '@site/release-core/compose/page-rules';
import type { Store } from '@site/release-core/store/store';
import type { BrowserContext } from 'playwright-core';
import { launchBrowser, newVisitor } from './browser';
import { checkRoute } from './check-route';
import { countRequests } from './count-requests';
import { startTemporarySite } from './temporary-site';
import { withLifecycle } from './with-lifecycle';

export interface Checked {
  readonly pairs: readonly CheckedPair[];
  /** One sentence each. */
  readonly problems: readonly string[];
}

/**
 * Opens each page and sends its forms, on a temporary site with its own backend.
 * @throws NoBrowserError; UserError when the site does not start
 */
export async function checkPairs(run: CheckRun): Promise<Checked> {
  return withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const site = await startTemporarySite(run.store, { state: run, life }).catch(rethrowUnlessRendering);
    if (site instanceof ComposeError) return { pairs: [], problems: [site.message] };
    const context = await newVisitor(browser);
    const pairs: CheckedPair[] = [];
    const problems: string[] = [];
    for (const pair of run.pairs) {
      const checked = await checkPair(context, site.address, { pair, store: run.store });
      pairs.push(checked.pair);
      problems.push(...checked.problems);
    }
    const sent = pairs.flatMap(({ forms }) => forms);
    if (problems.length === 0 && sent.length > 0) {
      const received = await countRequests(site.dataDir);
      if (received < sent.length) problems.push(describeLost(sent, received));
    }
    return { pairs, problems };
  });
}

function rethrowUnlessRendering(cause: unknown): ComposeError {
  if (cause instanceof ComposeError) return cause;
  throw cause;
}

interface PairInStore {
  readonly pair: Pair;
  readonly store: Store;
}

async function checkPair(context: BrowserContext, address: string, { pair, store }: PairInStore) {
  const { routes, private: isPrivate } = await store.read(pair.name, pair.id);
  const forms: string[] = [];
  const problems: string[] = [];
  for (const { path } of routes) {
    const route = await checkRoute(context, address + path, { sendsForms: !isPrivate });
    for (let sent = 0; sent < route.formsSent; sent += 1) forms.push(path);
    problems.push(...route.problems.map((problem) => `${path} of ${pair.name}@${pair.id}: ${problem}.`));
  }
  return { pair: { ...pair, routes: routes.map(({ path }) => path), forms }, problems };
}

const describeLost = (sent: readonly string[], received: number) =>
  `The forms of ${sent.join(', ')} confirm that they were sent, but only ${received} of ${sent.length} requests are in the inbox.`;
