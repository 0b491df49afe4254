import { runQuery } from './received';
import { copyReleases, START_TIMEOUT_MS, startSite } from './site';
import { test as base } from './test';

interface CountingSite {
  readonly address: string;
  readonly dataDir: string;
  /** The site reports its pages and looks at its watched releases, as it does each minute. */
  readonly passMinute: () => void;
  readonly addQuietNetworks: (remote: string, release: string) => Promise<unknown>;
  /** Metrics whose speed was counted for a route of a part since the last call of `reset`, with the pages of each. */
  readonly speedsOf: (remote: string, route: string) => Promise<Readonly<Record<string, number>>>;
  readonly reset: () => Promise<unknown>;
}

const SPEEDS = `
  select metric, sum(pages)::integer as pages from private.speed_counts where remote = $1 and route = $2 group by metric`;

const QUIET_NETWORKS = `
  insert into private.release_networks (since, remote, release, sent, opened, live)
    select private.ten_minutes(now() - interval '1 day'), $1, $2, groups, groups, groups
      from (select bit_or(set_bit(0::bit(1024), number, 1)) as groups from generate_series(0, 599) as number) as n`;

/** A day ago, pages of the release were sent to 500 networks and more, and nobody reported a failure. */
const addQuietNetworks = (dataDir: string, remote: string, release: string) =>
  runQuery(QUIET_NETWORKS, [remote, release], dataDir);

const RESET = `
  with incident as (delete from public.incidents), report as (delete from private.incident_reports),
    speed as (delete from private.speed_counts), reporter as (delete from private.speed_reports)
  delete from private.page_counts`;

/** Runs tests on a separate site, whose pages no other test opens. */
export const test = base.extend<object, { readonly countingSite: CountingSite }>({
  countingSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const dataDir = copyReleases();
      // A test gives its visitors networks of their own in X-Forwarded-For.
      const start = { env: { TRUST_PROXY: '1' }, passesMinutes: true };
      const { address, stop, passMinute } = await startSite(dataDir, start);
      await use({
        address,
        dataDir,
        passMinute,
        addQuietNetworks: (...release) => addQuietNetworks(dataDir, ...release),
        speedsOf: async (remote, route) => {
          const rows = await runQuery<{ metric: string; pages: number }>(SPEEDS, [remote, route], dataDir);
          return Object.fromEntries(rows.map(({ metric, pages }) => [metric, pages]));
        },
        reset: () => runQuery(RESET, [], dataDir),
      });
      await stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],

  baseURL: async ({ countingSite }, use) => {
    await use(countingSite.address);
  },
});
