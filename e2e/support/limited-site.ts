import { runQuery } from './received';
import { copyReleases, START_TIMEOUT_MS, startSite } from './site';
import { test as base } from './test';

interface LimitedSite {
  readonly address: string;
  readonly dataDir: string;
  /** Backdates all submissions so far, for the limits only. @param interval in SQL syntax */
  readonly sentAgo: (interval: string) => Promise<void>;
}

const SHIPPED_LIMIT = '';

/** Few enough requests for a journey: above these numbers, requests are flagged or refused. */
export const LIMITS = { flagged: 1, refused: 3 };
const SET_LIMITS = 'update private.settings set total_per_hour = $1, per_address = $2, refuse_per_address = $2';

/** Runs tests on a separate site with low limits. */
export const test = base.extend<object, { readonly limitedSite: LimitedSite }>({
  limitedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here; an empty one means that the fixture uses no other
    async ({}, use) => {
      const dataDir = copyReleases();
      const { address, stop } = await startSite(dataDir, { limit: SHIPPED_LIMIT });
      await runQuery(SET_LIMITS, [LIMITS.flagged, LIMITS.refused], dataDir);
      await use({ address, dataDir, sentAgo: (interval) => backdate(dataDir, interval) });
      await stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],

  baseURL: async ({ limitedSite }, use) => {
    await use(limitedSite.address);
  },
});

async function backdate(dataDir: string, interval: string) {
  await runQuery('update private.submissions set created_at = now() - $1::interval', [interval], dataDir);
}
