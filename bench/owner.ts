import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { openSession } from '@site/e2e/support/owner';
import { storeRequests } from '@site/e2e/support/owner-requests';
import { startSite } from '@site/e2e/support/start-site';
import { type ListFigures, measureList } from './owner/measure-list';
import { launchBrowser } from './pages/phone';
import { readMachine, writeReport } from './pages/report';
import { spreadOf } from './pages/statistics';

// How soon does the owner see the list of many requests on a phone?

const BUDGET_MS = { cold: 2500, warm: 1000 } as const;
const OWNER = 'proprietaire@exemple.fr';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, requests: { type: 'string', default: '10000' } },
});

async function signIn(browser: Browser, baseURL: string, dataDir: string): Promise<string> {
  const context = await browser.newContext({ baseURL });
  try {
    return await openSession(context.request, { email: OWNER, dataDir });
  } finally {
    await context.close();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'owner-bench-'));
const site = await startSite(dataDir);
const browser = await launchBrowser();
try {
  await storeRequests('exemple.fr', Number(values.requests), dataDir);
  const session = await signIn(browser, site.address, dataDir);
  const figures: ListFigures[] = [];
  for (let run = 0; run < Number(values.runs); run += 1)
    figures.push(await measureList(browser, site.address, session));
  const measured = (['cold', 'warm'] as const).map((what) => {
    const { min, median, max } = spreadOf(figures.map((one) => Math.round(one[what])));
    return { what, min, median, max, budget: BUDGET_MS[what], isMet: median <= BUDGET_MS[what] };
  });
  const machine = readMachine();
  console.table(measured);
  console.log(`${values.requests} requests, ${machine.cores} cores, load ${machine.load.toFixed(1)}, in ms.`);
  writeReport('owner', { requests: Number(values.requests), measured }, machine);
  if (measured.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}
