import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { failRemote, footerLink, loadedAt, logsOfFailedLoad, waitForPageLoad } from './support/form-states';
import { openHydrated, waitForHydration } from './support/forms';
import { signInAs } from './support/owner';
import { type Problems, watch } from './support/problems';
import { PHONE } from './support/screens';
import { copyReleases, startSite } from './support/site';
import { checkOut, install, release, replaceWords, runCommands } from './support/team';
import { expect, rememberConsent, test } from './support/test';
import { LONG } from './support/tier';

const OLD = 'Réserver vos sessions';
const NEW = 'Réserver vos journées';

// All tests share one site and one checkout, and depend on their order.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

let dataDir: string;
let team: string;
let site: Awaited<ReturnType<typeof startSite>>;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  dataDir = copyReleases();
  [site, team] = await Promise.all([startSite(dataDir), checkOut()]);
  await install(team);
});

test.afterAll(async () => {
  await site?.end();
  if (team) await rm(team, { recursive: true, force: true });
});

async function newVisitor(browser: Browser, problems: Problems): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.address, locale: 'fr-FR' });
  await rememberConsent(context, 'rejected');
  await watch(context, site.address, problems);
  return context.newPage();
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens /booking by a link of a page loaded before an activation, once the page has received the new index. */
async function openBookingOfNewRelease(page: Page) {
  const loaded = await loadedAt(page);
  const answered = page.waitForResponse('**/releases.json');
  const link = page.getByRole('link', { name: 'Réserver ma date' });
  await link.hover();
  await (await answered).finished();
  await link.click();
  await waitForPageLoad(page, loaded);
  await waitForHydration(page);
}

/** Every file of every release, with its hash. */
const artifacts = () => hashesOf(join(dataDir, 'store/r'));

let before: ReturnType<typeof artifacts>;
let shipped: string;

test('a changed booking is shipped on its own, also to a visitor who is already on the site', async ({
  browser,
  problems,
}) => {
  before = artifacts();
  await replaceWords(join(team, 'remote-booking'), OLD, NEW);
  shipped = (await release(team, dataDir, 'publish', 'booking')).id ?? '';
  const visitor = await newVisitor(browser, problems);
  await openHydrated(visitor, '/');
  await release(team, dataDir, 'activate', `booking@${shipped}`, '--why', 'a better title');
  await openBookingOfNewRelease(visitor);
  await expect(title(visitor)).toHaveText(NEW);
});

test('a shipped booking that never answers is replaced by the previous release', async ({ browser, problems }) => {
  problems.tolerate(...logsOfFailedLoad('booking'));
  const visitor = await newVisitor(browser, problems);
  await failRemote(visitor, { remote: 'booking', id: shipped }, async () => undefined);
  const reported = visitor.waitForResponse('**/rest/v1/incidents');
  await visitor.goto('/booking');
  await expect(title(visitor)).toHaveText(OLD);
  await waitForHydration(visitor);
  await reported;
  await expect(visitor.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);
});

test('the owner rolls a failing booking back, which reaches a visitor on the site and survives a restart', async ({
  browser,
  problems,
}) => {
  const visitor = await newVisitor(browser, problems);
  await openHydrated(visitor, '/');
  const space = await newVisitor(browser, problems);
  await space.setViewportSize(PHONE.viewport);
  await signInAs(space.context(), { email: 'bea.roy@exemple.fr', dataDir });
  await space.goto('/espace?vue=site');
  // Reported by the browser of the previous test.
  await expect(space.getByText(/^\d+\u00a0pannes? /)).toBeVisible();
  await space.getByRole('button', { name: 'Revenir à la version précédente' }).click();
  await space.getByRole('dialog').getByRole('button', { name: 'Revenir à la version précédente' }).click();
  await expect(space.getByText(/^Mises à jour suspendues depuis/)).toBeVisible();
  await openBookingOfNewRelease(visitor);
  await expect(title(visitor)).toHaveText(OLD);

  for (const page of [visitor, space]) await page.context().close();
  await site.end();
  site = await startSite(dataDir);
  const next = await newVisitor(browser, problems);
  await openHydrated(next, '/booking');
  await expect(title(next)).toHaveText(OLD);
  expect(artifacts()).toMatchObject(before);
});

const GUIDE = 'Préparer sa journée';

/** Opens the preview of a guide, which is prerendered, and follows its link to the booking. */
async function previewGuide(visitor: Page, releases: string) {
  const path = `/guide?release=${releases}`;
  expect(await (await fetch(site.address + path)).text()).toContain(`>${GUIDE}<`);
  await openHydrated(visitor, path);
  await expect(title(visitor)).toHaveText(GUIDE);
  await footerLink(visitor, '/booking').click();
}

test(
  'a remote made by the recipe is published, and previewed before it is active',
  LONG,
  async ({ browser, problems }) => {
    const folder = join(team, 'remote-guide');
    await release(team, dataDir, 'new', 'guide', folder);
    await replaceWords(folder, '[À compléter]', GUIDE);
    await install(team);
    const { id } = await release(team, dataDir, 'publish', 'guide');
    expect((await fetch(`${site.address}/guide`)).status).toBe(404);
    const visitor = await newVisitor(browser, problems);
    await previewGuide(visitor, `guide@${id},booking@${shipped}`);
    await expect(title(visitor)).toHaveText(NEW);
  },
);

test(
  'the same remote built by Vite is published as documented and runs inside the shell',
  LONG,
  async ({ browser, problems }) => {
    await runCommands('docs/another-bundler.md', team, (line) => !line.startsWith('npx pnpm release'));
    const { id } = await release(team, dataDir, 'publish', 'guide', '--allow-dirty');
    const visitor = await newVisitor(browser, problems);
    await previewGuide(visitor, `guide@${id}`);
    await expect(title(visitor)).toHaveText(OLD);
  },
);
