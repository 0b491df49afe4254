import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { giveSession, openSession, storeRequests } from '@site/e2e/support/owner';
import { startSite } from '@site/e2e/support/site';
import { launchBrowser, openPhone } from './pages/phone';
import { readMachine, spreadOf, writeReport } from './pages/report';

declare global {
  interface Window {
    /** Resolves once the first request is on screen, with the ms since the navigation began. */
    firstRequest: Promise<number>;
  }
}

interface ListFigures {
  readonly cold: number;
  readonly warm: number;
}

/** Opens the owner's space twice on a signed-in phone: with an empty cache, then with a warm one. */
async function measureList(browser: Browser, address: string, session: string): Promise<ListFigures> {
  const { page, context } = await openPhone(browser, installWatch);
  try {
    await giveSession(context, session);
    const cold = await openList(page, address);
    // As on a real visit, the list is kept and the code of the other tabs is loaded before the second opening.
    await page.waitForFunction(() => localStorage.getItem('espace-kept')?.includes('owner_requests'));
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    return { cold, warm: await openList(page, address) };
  } finally {
    await context.close();
  }
}

async function openList(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/espace?vue=demandes`, { waitUntil: 'commit' });
  return page.evaluate(() => window.firstRequest);
}

/** Runs in the page before its own scripts; it must not refer to anything outside itself. */
function installWatch(): void {
  window.firstRequest = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('li a[href*="demande="]')) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

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
  await site.end();
  await rm(dataDir, { recursive: true, force: true });
}
