import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { PATHS } from '@site/contract/routes';
import { chromiumOptions } from '@site/release/check/chromium';
import { composeSite, serveSite } from './pages/composed-site';
import { interleave, readMachine, spreadOf, writeReport } from './pages/report';

/** Lighthouse needs a newer Node than the site: npx downloads both. */
const COMMAND = ['--yes', '--prefer-offline', '--package=node@24', '--package=lighthouse@13.5.0', 'lighthouse'];
const LONGEST_REPORT_BYTES = 50_000_000;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];
/** From 0 to 100. */
type Scores = Readonly<Record<Category, number>>;

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
}

/** Visits a page as a phone, with Lighthouse's default settings. @throws Error when the page cannot be loaded */
async function runLighthouse(address: string): Promise<Scores> {
  const { executablePath, args = [] } = chromiumOptions();
  const flags = ['--headless=new', ...args].join(' ');
  const options = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)('npx', [...COMMAND, address, ...options], {
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: LONGEST_REPORT_BYTES,
  });
  const { categories, runtimeError } = JSON.parse(stdout) as Report;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category].score ?? 0) * 100)]),
  ) as Record<Category, number>;
}

// How does Lighthouse score every page?

/** Other load on the machine distorts the performance of a throttled page. */
const QUIET_BELOW = 2;
const BUDGET: Readonly<Record<Category, number>> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    routes: { type: 'string', default: Object.values(PATHS).join(',') },
  },
});

const medians = (runs: readonly Scores[]) =>
  Object.fromEntries(
    CATEGORIES.map((category) => [category, spreadOf(runs.map((scores) => scores[category])).median]),
  ) as Record<Category, number>;

// Read before the builds and Lighthouse, which themselves raise the load above 2.
const machine = readMachine();
const site = await composeSite();
const { address, close } = await serveSite(site);
try {
  const visits = await interleave(Number(values.runs), values.routes.split(','), async (route) => {
    const scores = await runLighthouse(address + route);
    console.error(`${route}: ${CATEGORIES.map((category) => `${category} ${scores[category]}`).join(', ')}`);
    return scores;
  });
  const isQuiet = machine.load < QUIET_BELOW;
  const pages = [...visits].map(([route, runs]) => ({ route, ...medians(runs), runs }));
  const judged = CATEGORIES.filter((category) => isQuiet || category !== 'performance');
  const missed = pages.flatMap((page) =>
    judged
      .filter((category) => page[category] < BUDGET[category])
      .map((category) => `${page.route}: ${category} ${page[category]} (at least ${BUDGET[category]})`),
  );
  console.table(pages.map(({ runs, ...page }) => page));
  if (!isQuiet)
    console.log(`Performance is not judged: load ${machine.load.toFixed(1)}, and below ${QUIET_BELOW} is needed.`);
  for (const line of missed) console.log(line);
  writeReport('lighthouse', { pages, missed }, machine);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  close();
  await site.remove();
}
