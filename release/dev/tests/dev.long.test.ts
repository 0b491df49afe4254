import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@site/release-cli/check/browser';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Browser, Page } from 'playwright-core';
import { copyFirstReleases, endAll, endAllDev, HOSTED, startDev, startSite } from './running-site';
import { copyWholeWorkspace, copyWorkspace } from './workspace-copy';

const ADDRESS = /^http:\/\/localhost:\d+$/m;
const TEXTS = 'remote-booking/src/content/booking.ts';
const BLOCK = 'remote-booking/src/dates/date-field.tsx';

let folder: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = temporaryFolder();
  browser = await launchBrowser();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser?.close();
  endAllDev();
  endAll();
});

/** Editors write at once too: a build must not read an empty file. */
function edit(file: string, change: (text: string) => string) {
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(`${file}.new`, change(text));
  renameSync(`${file}.new`, file);
}

const OVERLAY = '#rspack-dev-server-client-overlay';

const overlay = () => page.frameLocator(OVERLAY).locator('body');

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

test('a developer without a site sees errors of types, of syntax and of a page until they are corrected', async () => {
  const workspace = copyWholeWorkspace(join(folder, 'alone'));
  const env = { DATA_DIR: join(folder, 'data'), ...HOSTED };
  const dev = startDev(workspace, env, 'booking');
  await dev.printed(/^Nothing is active yet, so all parts are hot/m);
  const [address] = await dev.printed(ADDRESS);

  edit(join(workspace, TEXTS), (text) => `${text}export const wrong: number = 'un';\n`);
  const [report] = await dev.printed(/ERROR in (.*)\s+TS2322: Type 'string' is not assignable to type 'number'/);
  expect(report).toContain(join(workspace, TEXTS));
  edit(join(workspace, TEXTS), (text) => text.replace(/export const wrong.*\n/, ''));
  await dev.printed(/no errors found/);

  await page.goto(`${address}/booking`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  edit(join(workspace, BLOCK), (text) => `${text}const = 1;\n`);
  await overlay().getByText('date-field.tsx').first().waitFor();
  edit(join(workspace, BLOCK), (text) => text.replace('const = 1;\n', '').replace('gap=', 'data-mended gap='));
  await page.locator('[data-mended]').waitFor();
  await page.locator(OVERLAY).waitFor({ state: 'detached' });

  const start = 'export function DateField';
  const thrown = `const wrong = (): never => {\n  throw new Error('not yet');\n};\n`;
  edit(join(workspace, BLOCK), (text) =>
    text.replace('return (', 'wrong();\n  return (').replace(start, thrown + start),
  );
  await overlay().getByText('not yet').first().waitFor();
  await page.reload();
  await overlay().getByText('not yet').first().waitFor();
  edit(join(workspace, BLOCK), (text) => text.replace('wrong();\n  ', '').replace(thrown, ''));
  await page.getByRole('button', { name: 'Choisir des dates' }).waitFor();
  dev.process.kill('SIGTERM');
  await dev.ended;
});

test('a sentence that changes in the working copy appears in its page, under the header of the public site', async () => {
  // A developer of booking has neither the shell nor the other remotes.
  const workspace = copyWorkspace(
    [
      ...[
        'contract',
        'shared-ui',
        'shared-ui/forms',
        'tooling',
        'supabase',
        'backend',
        'backend/terminal',
        'remote-booking',
      ],
      ...['build', 'core', 'server', 'cli', 'dev'].map((name) => `release/${name}`),
    ],
    join(folder, 'team'),
  );
  const dataDir = join(folder, 'public');
  copyFirstReleases(dataDir);
  const site = await startSite({ DATA_DIR: dataDir, ...HOSTED }, copyWholeWorkspace(join(folder, 'site')));
  const dev = startDev(workspace, {}, 'booking', '--against', site.address);
  expect((await dev.printed(/^Hot: (.*)\. All else comes from (.*)\.$/m)).slice(1)).toEqual(['booking', site.address]);
  const [address] = await dev.printed(ADDRESS);

  await page.goto(`${address}/booking`);
  await heading('Réserver vos sessions').waitFor();
  edit(join(workspace, TEXTS), (text) => text.replaceAll('Réserver vos sessions', 'Choisir vos journées'));
  await heading('Choisir vos journées').waitFor();
  expect(await page.getByRole('banner').textContent()).toContain('Réserver ma session');
  await page.goto(`${site.address}/booking`);
  await heading('Réserver vos sessions').waitFor();
  dev.process.kill('SIGINT');
  expect((await dev.ended).code).toBe(0);
});
