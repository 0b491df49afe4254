import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { REPOSITORY } from './support/site';
import { readIndex } from './support/specification';
import { release } from './support/team';
import { expect, test } from './support/test';

/** Collects the failures that the page reports to the backend. */
function watchReports(page: Page) {
  const reports: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/rest/v1/incidents') reports.push(request.postDataJSON());
  });
  return reports;
}

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
