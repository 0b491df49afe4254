import type { Browser, Page } from '@playwright/test';
import { openPhone } from '../pages/phone';

const FIELDS = { Prénom: 'Camille', Nom: 'Martin', Téléphone: '06 39 98 00 00' };

const QUIET_FOR_MS = 1000;

export interface Sending {
  /** Milliseconds from the click to the success notice. */
  readonly ms: number;
  /** Longest task in the meantime, in ms; the browser reports none below 50 ms. */
  readonly longestTaskMs: number;
  readonly isChallenged: boolean;
}

export async function measureOffice(browser: Browser, address: string, people: number): Promise<Sending[]> {
  const sendings: Sending[] = [];
  for (let person = 1; person <= people; person += 1) sendings.push(await measurePerson(browser, address, person));
  return sendings;
}

async function measurePerson(browser: Browser, address: string, person: number): Promise<Sending> {
  const { page, context } = await openPhone(browser);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) statuses.push(response.status());
  });
  try {
    await page.goto(`${address}/contact`);
    await page.getByRole('button', { name: 'Refuser' }).tap();
    for (const [label, value] of Object.entries(FIELDS)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('E-mail').fill(`personne-${person}-${Date.now()}@exemple.fr`);
    // A person types for longer than the page takes to prefetch other pages and the sending code.
    await page.waitForFunction(isQuiet, QUIET_FOR_MS);
    const sent = whenSent(page);
    await page.getByRole('button', { name: 'Envoyer', exact: true }).tap();
    return { ...(await sent), isChallenged: statuses.includes(429) };
  } finally {
    await context.close();
  }
}

/** Runs in the page; must not refer to anything outside itself. */
const isQuiet = (ms: number) =>
  performance.now() -
    Math.max(...performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration)) >
  ms;

/** Measures on the page's clock, without polling, which would slow the page down. */
const whenSent = (page: Page) =>
  page.evaluate<Omit<Sending, 'isChallenged'>>(`new Promise((resolve) => {
    let pressedAt = 0;
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
    addEventListener('click', ({ timeStamp }) => { pressedAt ||= timeStamp; }, { capture: true });
    const isShown = () => [...document.querySelectorAll('li')].some((item) => item.textContent.includes('Formulaire envoyé !'));
    const look = () => {
      if (!pressedAt || !isShown()) return;
      const ms = performance.now() - pressedAt;
      const during = tasks.filter(({ startTime }) => startTime >= pressedAt);
      resolve({ ms, longestTaskMs: Math.max(0, ...during.map(({ duration }) => duration)) });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  })`);
