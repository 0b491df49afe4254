import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { failRemote, logsOfFailedLoad } from './support/faults';
import { openHydrated } from './support/hydration';
import { readIndex } from './support/routes';
import { REPOSITORY } from './support/site';
import { release } from './support/team';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

const THROWS = 1000;

/** Collects the failures that the page reports to the backend. */
function watchReports(page: Page) {
  const reports: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/rest/v1/incidents') reports.push(request.postDataJSON());
  });
  return reports;
}

/** Runs code as a file of contact's active release, and waits until it has thrown. */
async function runInContact(page: Page, id: string, body: string) {
  const address = `/r/contact/${id}/fault.js`;
  await page.route(`**${address}`, (route) =>
    route.fulfill({
      body: `${body};window.faultEnded = true;`,
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  // Like every script of a release. In a preview, errors of other scripts have no details.
  await page.evaluate((src) => {
    document.head.append(Object.assign(document.createElement('script'), { src, crossOrigin: 'anonymous' }));
  }, address);
  await page.waitForFunction(() => 'faultEnded' in window);
  // Timers run in order: this one runs after the script's own.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)));
}

const contactId = async (request: APIRequestContext) => (await readIndex(request)).remotes.contact?.id ?? '';

for (const { what, code, body } of [
  { what: 'a timer that throws', code: 'exception', body: 'setTimeout(() => { throw new Error("broken"); })' },
  { what: 'an unhandled rejection', code: 'rejection', body: 'Promise.reject(new Error("broken"))' },
  {
    what: 'a handler that throws',
    code: 'exception',
    body: 'onscroll = () => { throw new Error("broken"); }; dispatchEvent(new Event("scroll"))',
  },
]) {
  test(
    `a thousand failures of a remote are reported once per tab: ${what}`,
    longUnless(what === 'a handler that throws'),
    async ({ page, context, problems, request }) => {
      problems.expect(/broken/);
      const id = await contactId(request);
      const many = `for (let time = 0; time < ${THROWS}; time += 1) { ${body} }`;
      const reports = watchReports(page);
      await openHydrated(page, '/contact');
      await runInContact(page, id, many);
      const position = { script: 'fault.js', line: 1, column: expect.any(Number) };
      const report = { remote: 'contact', release: id, phase: 'runtime', code, route: '/contact', ...position };
      expect(reports).toEqual([report]);

      await openHydrated(page, '/contact');
      await runInContact(page, id, many);
      expect(reports).toEqual([report]);

      const tab = await context.newPage();
      const others = watchReports(tab);
      await openHydrated(tab, '/contact');
      await runInContact(tab, id, many);
      expect(others).toEqual([report]);
    },
  );
}

test('a remote that cannot be reached is reported once, as its own failure', async ({ page, problems, request }) => {
  problems.tolerate(...logsOfFailedLoad('contact'));
  const id = await contactId(request);
  const reports = watchReports(page);
  await failRemote(page, { remote: 'contact' }, (route) => route.abort());
  await page.goto('/contact');
  await expect(page.getByRole('main').getByRole('button', { name: 'Réessayer' })).toBeVisible({ timeout: 8000 });
  const report = { remote: 'contact', release: id, phase: 'entry', code: 'network', route: '/contact', mended: 'copy' };
  await expect.poll(() => reports).toEqual([report]);
});

test('a shell that throws at its start is reported', async ({ page, problems, request }) => {
  problems.expect(/has no #root/);
  const { shell } = await readIndex(request);
  const reports = watchReports(page);
  await page.route('/contact', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="root"', 'id="elsewhere"') });
  });
  await page.goto('/contact');
  const position = { script: 'main.js', line: expect.any(Number), column: expect.any(Number) };
  await expect
    .poll(() => reports)
    .toEqual([
      { remote: 'shell', release: shell.id, phase: 'shell', code: 'exception', route: '/contact', ...position },
    ]);
});

test('the line of the source that threw is found from a report of a real browser', async ({
  page,
  problems,
  request,
}) => {
  problems.expect(/has no #root/);
  const { shell } = await readIndex(request);
  const reports = watchReports(page);
  // No other test reports this preview, and the database stores one report of it in a day.
  await page.addInitScript(() => {
    const rename = () => document.getElementById('root')?.setAttribute('id', 'elsewhere');
    new MutationObserver(rename).observe(document, { childList: true, subtree: true });
  });
  const answer = page.waitForResponse('**/rest/v1/incidents');
  await page.goto(`/contact?release=shell@${shell.id}`);
  await answer;
  expect(reports).toMatchObject([{ remote: 'shell', release: shell.id, phase: 'shell', preview: true }]);

  const source = readFileSync(join(REPOSITORY, 'shell/src/main.tsx'), 'utf8').split('\n');
  const line = 1 + source.findIndex((text) => text.includes('has no #root'));
  const failures = await release(REPOSITORY, process.env.E2E_DATA_DIR ?? '', 'failures', '--name', 'shell');
  expect(failures.failures).toContainEqual(
    expect.objectContaining({
      id: shell.id,
      preview: true,
      script: 'main.js',
      source: expect.objectContaining({ file: 'shell/src/main.tsx', line }),
    }),
  );
});

test('a failure in a preview is reported as a failure of a preview', async ({ page, problems, request }) => {
  problems.expect(/broken/);
  const id = await contactId(request);
  const reports = watchReports(page);
  await openHydrated(page, `/contact?release=contact@${id}`);
  await runInContact(page, id, 'setTimeout(() => { throw new Error("broken"); })');
  // The browser first asks whether a page without an origin may report.
  const report = { remote: 'contact', release: id, phase: 'runtime', preview: true };
  await expect.poll(() => reports).toMatchObject([report]);
});
