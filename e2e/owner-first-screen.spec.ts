import type { Page } from '@playwright/test';
import { signInAs } from './support/owner';
import { storeRequests } from './support/owner-requests';
import { PHONE } from './support/screens';
import { LONG_NAME } from './support/sending';
import { expect, test } from './support/test';

test.use(PHONE);

const LIST = '**/rest/v1/rpc/owner_requests';

/** Collects the caller of each request for the list. supabase-js names itself in a header. */
function callersOf(page: Page): readonly string[] {
  const callers: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/owner_requests'))
      callers.push(request.headers()['x-client-info'] ?? 'the page itself');
  });
  return callers;
}

const newest = (page: Page) => page.getByRole('link', { name: LONG_NAME });

test('the list of requests is requested once, before supabase-js is loaded', async ({ page, context, email }) => {
  await Promise.all([signInAs(context, { email }), storeRequests('premier-ecran.exemple.fr', 20)]);
  const callers = callersOf(page);
  await page.goto('/espace?filtre=all&recherche=premier-ecran.exemple.fr');
  await expect(newest(page)).toBeVisible();
  expect(callers).toEqual(['the page itself']);
});

test('supabase-js requests the list when the page’s own call for it fails', async ({
  page,
  context,
  email,
  problems,
}) => {
  problems.expect(/status of 500/);
  await Promise.all([signInAs(context, { email }), storeRequests('second-essai.exemple.fr', 20)]);
  const callers = callersOf(page);
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.goto('/espace?filtre=all&recherche=second-essai.exemple.fr');
  await expect(newest(page)).toBeVisible();
  expect(callers).toEqual(['the page itself', expect.stringMatching(/^site-owner\//)]);
});
