import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { rememberConsent } from './support/consent';
import { breakRendering, failRemote, logsOfFailedLoad, REMOTE_FAULTS } from './support/faults';
import { openHydrated, waitForHydration } from './support/hydration';
import { openBookingOfNewRelease } from './support/new-release';
import { OWNER_NAME, signInAs } from './support/owner';
import { footerLink } from './support/page-parts';
import { type Problems, watch } from './support/problems';
import { PHONE } from './support/screens';
import { copyReleases } from './support/site';
import { startSite } from './support/start-site';
import { checkOut, followRecipe, install, release, replaceWords, runCommands, runRelease } from './support/team';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

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

/** Every file of every release, with its hash. */
const artifacts = () => hashesOf(join(dataDir, 'store/r'));

let before: ReturnType<typeof artifacts>;
let shipped: string;

test('a changed booking is shipped on its own, also to visitors who are already on the site', async ({
  browser,
  problems,
}) => {
  before = artifacts();
  await replaceWords(join(team, 'remote-booking'), OLD, NEW);
  const noBrowser = { DATA_DIR: dataDir, CHROMIUM_PATH: join(dataDir, 'no-browser') };
  const refused = await runRelease(team, noBrowser, ['publish', 'booking']).catch(({ stderr }) => stderr);
  expect(refused).toMatch(/CHROMIUM_PATH names .* Nothing was published: --unchecked/);
  expect(artifacts()).toEqual(before);
  shipped = (await release(team, dataDir, 'publish', 'booking')).id ?? '';
  const early = await newVisitor(browser, problems);
  await openHydrated(early, '/');
  await release(team, dataDir, 'activate', `booking@${shipped}`, '--why', 'a better title');

  const next = await newVisitor(browser, problems);
  await openHydrated(next, '/booking');
  await expect(title(next)).toHaveText(NEW);
  await openBookingOfNewRelease(early);
  await expect(title(early)).toHaveText(NEW);
});

/** Failures of the shipped release; the previous one works. */
const FAILURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(REMOTE_FAULTS).map(([name, fault]) => [
      name,
      (page: Page) => failRemote(page, { remote: 'booking', id: shipped }, fault),
    ]),
  ),
  'throws on render': (page) => breakRendering(page, 'booking'),
};

for (const [name, fail] of Object.entries(FAILURES)) {
  // `remote-failure.spec.ts` tests the other failures on a remote without an earlier release.
  test(
    `a shipped booking that ${name} is replaced by the previous release`,
    longUnless(name === 'never answers'),
    async ({ browser, problems }) => {
      problems.tolerate(...logsOfFailedLoad('booking'), /broken/, /threw on render/, /could not be hydrated as it is/);
      const direct = await newVisitor(browser, problems);
      await fail(direct);
      await direct.goto('/booking');
      await expect(title(direct)).toHaveText(OLD);
      await waitForHydration(direct);
      await expect(direct.getByRole('button', { name: 'Réessayer' })).toHaveCount(0);

      const byLink = await newVisitor(browser, problems);
      await fail(byLink);
      await openHydrated(byLink, '/');
      await byLink.getByRole('link', { name: 'Réserver ma date' }).click();
      await expect(title(byLink)).toHaveText(OLD);
      await expect(byLink).toHaveURL('/booking');
    },
  );
}

test('the owner rolls a failing booking back, which holds it until the owner lifts the hold', async ({
  browser,
  problems,
}) => {
  const space = await newVisitor(browser, problems);
  await space.setViewportSize(PHONE.viewport);
  await signInAs(space.context(), { email: 'bea.roy@exemple.fr', dataDir });
  await space.goto('/espace?vue=site');
  // Reported by the browsers of the visitors above.
  await expect(space.getByText(/^\d+\u00a0pannes? /)).toBeVisible();
  await space.getByRole('button', { name: 'Revenir à la version précédente' }).click();
  const sure = space.getByRole('dialog').getByRole('button', { name: 'Revenir à la version précédente' });
  await sure.click();
  await expect(sure).toBeHidden();
  const heading = async () => /<h1[^>]*>([^<]*)/.exec(await (await space.request.get('/booking')).text())?.[1];
  await expect.poll(heading, { intervals: [50] }).toBe(OLD);
  const visitor = await newVisitor(browser, problems);
  await openHydrated(visitor, '/booking');
  await expect(title(visitor)).toHaveText(OLD);
  const log = JSON.stringify(await release(team, dataDir, 'log', '--name', 'booking', '--limit', '1'));
  expect(log).toContain(OWNER_NAME);
  const again = ['activate', `booking@${shipped}`, '--unchecked', '--why', 'it failed only here'];
  const refused = await release(team, dataDir, ...again).catch(({ stderr }: { stderr: string }) => stderr);
  expect(refused).toContain(`booking is held by ${OWNER_NAME}`);
  await space.getByRole('button', { name: 'Reprendre les mises à jour' }).click();
  await space.getByRole('dialog').getByRole('button', { name: 'Reprendre les mises à jour' }).click();
  await expect(space.getByText(/^Mises à jour suspendues depuis/)).toHaveCount(0);
  await release(team, dataDir, ...again);
});

test('a rollback of booking reaches visitors who are already on the site, and survives a restart', async ({
  browser,
  problems,
}) => {
  const early = await newVisitor(browser, problems);
  await openHydrated(early, '/');
  await release(team, dataDir, 'rollback', 'booking', '--why', 'the old one was better');
  const last = await newVisitor(browser, problems);
  await openHydrated(last, '/booking');
  await expect(title(last)).toHaveText(OLD);
  await openBookingOfNewRelease(early);
  await expect(title(early)).toHaveText(OLD);

  await site.stop();
  site = await startSite(dataDir);
  const after = await newVisitor(browser, problems);
  await openHydrated(after, '/booking');
  await expect(title(after)).toHaveText(OLD);
  expect(artifacts()).toMatchObject(before);
});

let guide: string;
const NEW_PAGE = 'Préparer sa journée';

/** The status of a path, or the target of its redirect. */
async function answerAt(path: string) {
  const { status, headers } = await fetch(site.address + path, { redirect: 'manual' });
  return status === 308 ? `→ ${headers.get('location')}` : status;
}

test(
  'a new remote made by the recipe has a prerendered preview before it is active',
  LONG,
  async ({ browser, problems }) => {
    await followRecipe('docs/add-a-remote.md', team);
    await install(team);
    guide = (await release(team, dataDir, 'publish', 'guide')).id ?? '';
    const preview = await fetch(`${site.address}/guide?release=guide@${guide}`);
    expect(await preview.text()).toContain(`>${NEW_PAGE}<`);
    expect(await answerAt('/guide')).toBe(404);

    const owner = await newVisitor(browser, problems);
    const both = `guide@${guide},booking@${shipped}`;
    await openHydrated(owner, `/guide?release=${both}`);
    await expect(title(owner)).toHaveText(NEW_PAGE);
    await footerLink(owner, '/booking').click();
    await expect(title(owner)).toHaveText(NEW);
    await owner.reload();
    await expect(owner).toHaveURL(/release=/);
    await waitForHydration(owner);
    await expect(title(owner)).toHaveText(NEW);
  },
);

test(
  'the same remote built by Vite is published as documented and runs inside the shell',
  LONG,
  async ({ browser, problems }) => {
    const page = 'docs/another-bundler.md';
    await followRecipe(page, team);
    await runCommands(page, team, (line) => !line.startsWith('npx pnpm release'));
    const { id = '' } = await release(team, dataDir, 'publish', 'guide', '--allow-dirty');
    expect(id).not.toBe(guide);
    const preview = `/guide?release=guide@${id}`;
    expect(await (await fetch(site.address + preview)).text()).toContain(`>${NEW_PAGE}<`);
    const visitor = await newVisitor(browser, problems);
    await openHydrated(visitor, preview);
    await expect(title(visitor)).toHaveText(NEW_PAGE);
    await footerLink(visitor, '/booking').click();
    await expect(visitor).toHaveURL(/\/booking/);
  },
);

test(
  'a new remote and a changed booking are activated and undone in one change, without any other part',
  LONG,
  async ({ browser, problems }) => {
    const unchanged = artifacts();
    const { seq } = await release(
      team,
      dataDir,
      'activate',
      `guide@${guide}`,
      `booking@${shipped}`,
      '--resume',
      '--why',
      'together',
    );
    const page = await newVisitor(browser, problems);
    await openHydrated(page, '/guide');
    await expect(title(page)).toHaveText(NEW_PAGE);
    await expect(page).toHaveTitle(/^Préparer sa journée/);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    await footerLink(page, '/booking').click();
    await expect(title(page)).toHaveText(NEW);
    expect(artifacts()).toMatchObject(unchanged);

    // Two people undo the change at once.
    const undo = () => release(team, dataDir, 'rollback', '--change', String(seq), '--why', 'not yet');
    const answers = await Promise.all([undo(), undo()]);
    expect(answers.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect(await answerAt('/guide')).toBe(404);
    await openHydrated(page, '/booking');
    await expect(title(page)).toHaveText(OLD);
  },
);

test(
  'a first release is not rolled back but deactivated, and a retired page redirects',
  LONG,
  async ({ browser, problems }) => {
    await release(team, dataDir, 'activate', `guide@${guide}`, '--resume');
    expect(await answerAt('/guide')).toBe(200);
    const refused = await release(team, dataDir, 'rollback', 'guide').catch(({ stderr }: { stderr: string }) => stderr);
    expect(refused).toContain(`guide has no older release than ${guide}.`);
    await release(team, dataDir, 'deactivate', 'guide', '--why', 'wrong dates');
    expect(await answerAt('/guide')).toBe(404);

    await release(team, dataDir, 'activate', `guide@${guide}`);
    const early = await newVisitor(browser, problems);
    await openHydrated(early, '/guide');
    await release(team, dataDir, 'deactivate', 'guide', '--retire', '/guide', '--redirect', '/agefice');
    expect(await answerAt('/guide?utm=lettre')).toBe('→ /agefice?utm=lettre');
    await early.reload();
    await expect(early).toHaveURL('/agefice');
  },
);

test(
  'a remote that only fails in browsers is refused at publication and activation unless a reason is given',
  LONG,
  async ({ browser, problems }) => {
    const page = join(team, 'remote-guide/src/guide-page.tsx');
    const source = await readFile(page, 'utf8');
    const broken = source.replace('title={guide.title}', 'title={title()}');
    // Formatted, because a publication checks the format first.
    const thrower = `function title() {
  if ('IntersectionObserver' in globalThis) throw new Error('broken in browsers');
  return guide.title;
}`;
    await writeFile(page, `${broken}\n${thrower}\n`);
    const refusal = await release(team, dataDir, 'publish', 'guide').catch(({ stderr }: { stderr: string }) => stderr);
    expect(refusal).toMatch(/\/guide of guide@\S+: .*broken in browsers/);

    const why = ['--unchecked', '--why', 'nobody sees it tonight'];
    const { id } = await release(team, dataDir, 'publish', 'guide', ...why);
    expect(id).not.toBe(guide);
    const refused = await release(team, dataDir, 'activate', `guide@${id}`).catch(({ stderr }) => stderr);
    expect(refused).toMatch(/\/guide of guide@\S+: .*broken in browsers/);
    await release(team, dataDir, 'activate', `guide@${id}`, ...why);
    problems.tolerate(/broken in browsers/, /could not be hydrated/, /threw on render/);
    const visitor = await newVisitor(browser, problems);
    await visitor.goto('/guide');
    await expect(title(visitor)).toHaveText(NEW_PAGE);
    await release(team, dataDir, 'rollback', 'guide', '--why', 'it does not work');
  },
);
