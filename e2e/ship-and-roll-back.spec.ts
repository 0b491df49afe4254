import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { rememberConsent } from './support/consent';
import { breakRendering, lossOf, REMOTE_FAULTS, takeAway } from './support/faults';
import { openHydrated, waitForHydration } from './support/hydration';
import { loadedAnew, loadedAt } from './support/page-parts';
import { type Problems, watch } from './support/problems';
import { temporaryDataDir } from './support/site';
import { startSite } from './support/start-site';
import { checkOut, followRecipe, install, release, replaceWords } from './support/team';
import { expect, test } from './support/test';

const OLD = 'Réserver vos sessions';
const NEW = 'Réserver vos journées';

// All tests share one site and one checkout, and depend on their order.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

let dataDir: string;
let team: string;
let site: Awaited<ReturnType<typeof startSite>>;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  dataDir = temporaryDataDir();
  [site, team] = await Promise.all([startSite(dataDir), checkOut()]);
  await install(team);
});

test.afterAll(async () => {
  await site?.stop();
  if (team) await rm(team, { recursive: true, force: true });
});

async function newVisitor(browser: Browser, problems: Problems): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.address, locale: 'fr-FR' });
  await rememberConsent(context, 'rejected');
  await watch(context, site.address, problems);
  return context.newPage();
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Follows a link on a page that was loaded before the change, once the page has received the new index. */
async function expectNextClickToShow(page: Page, words: string) {
  const loaded = await loadedAt(page);
  const answered = page.waitForResponse('**/releases.json');
  const link = page.getByRole('link', { name: 'Réserver ma date' });
  await link.hover();
  await (await answered).finished();
  await link.click();
  await loadedAnew(page, loaded);
  await waitForHydration(page);
  await expect(title(page)).toHaveText(words);
}

/** Every file of every release, with its hash. */
async function artifacts() {
  const folder = join(dataDir, 'store/r');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const hashes = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

let before: Awaited<ReturnType<typeof artifacts>>;
let shipped: string;

test('a changed booking is shipped alone, also to visitors who are on the site', async ({ browser, problems }) => {
  before = await artifacts();
  await replaceWords(join(team, 'remote-booking'), OLD, NEW);
  shipped = (await release(team, dataDir, 'publish', 'booking')).id ?? '';
  const early = await newVisitor(browser, problems);
  await openHydrated(early, '/');
  await release(team, dataDir, 'activate', `booking@${shipped}`, '--why', 'a better title');

  const next = await newVisitor(browser, problems);
  await openHydrated(next, '/booking');
  await expect(title(next)).toHaveText(NEW);
  await expectNextClickToShow(early, NEW);
});

/** Failures of the shipped release; the previous one works. */
const FAILURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(REMOTE_FAULTS).map(([name, fault]) => [
      name,
      (page: Page) => takeAway(page, { remote: 'booking', id: shipped }, fault),
    ]),
  ),
  'throws on render': (page) => breakRendering(page, 'booking'),
};

for (const [name, fail] of Object.entries(FAILURES)) {
  test(`a shipped booking that ${name} is replaced by the previous release`, async ({ browser, problems }) => {
    problems.tolerate(...lossOf('booking'), /broken/, /threw on render/, /could not be hydrated as it is/);
    const direct = await newVisitor(browser, problems);
    await fail(direct);
    await direct.goto('/booking');
    await expect(title(direct)).toHaveText(OLD, { timeout: 15_000 });
    await waitForHydration(direct);
    await expect(direct.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);

    const byLink = await newVisitor(browser, problems);
    await fail(byLink);
    await openHydrated(byLink, '/');
    await byLink.getByRole('link', { name: 'Réserver ma date' }).click();
    await expect(title(byLink)).toHaveText(OLD, { timeout: 15_000 });
    await expect(byLink).toHaveURL('/booking');
  });
}

test('a rollback of booking lasts, also for visitors who are on the site', async ({ browser, problems }) => {
  const early = await newVisitor(browser, problems);
  await openHydrated(early, '/');
  await release(team, dataDir, 'rollback', 'booking', '--why', 'the old one was better');
  const last = await newVisitor(browser, problems);
  await openHydrated(last, '/booking');
  await expect(title(last)).toHaveText(OLD);
  await expectNextClickToShow(early, OLD);

  await site.stop();
  site = await startSite(dataDir);
  const after = await newVisitor(browser, problems);
  await openHydrated(after, '/booking');
  await expect(title(after)).toHaveText(OLD);
  expect(await artifacts()).toMatchObject(before);
});

test('a new remote made by the recipe is shipped without any other part', async ({ browser, problems }) => {
  const known = await artifacts();
  await followRecipe('docs/add-a-remote.md', team);
  await install(team);
  const { id } = await release(team, dataDir, 'publish', 'guide');
  await release(team, dataDir, 'activate', `guide@${id}`);
  const page = await newVisitor(browser, problems);
  await openHydrated(page, '/guide');
  await expect(title(page)).toHaveText('Préparer sa journée');
  await expect(page).toHaveTitle(/^Préparer sa journée/);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  expect(await artifacts()).toMatchObject(known);
});
