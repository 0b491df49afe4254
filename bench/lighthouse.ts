import { parseArgs } from 'node:util';
import { PATHS } from '@site/contract/routes';
import { CATEGORIES, type Category, runLighthouse, type Scores } from './lighthouse/run-lighthouse';
import { composeSite } from './pages/composed-site';
import { readMachine, writeReport } from './pages/report';
import { serveSite } from './pages/serve-site';
import { interleave, spreadOf } from './pages/statistics';

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
