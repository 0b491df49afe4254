import type { Page } from '@playwright/test';
import { SITE_ELEMENT_ID } from '@site/contract/page-data';
import { removeButtons } from './support/booking';
import { runQuery } from './support/database';
import { FORMS, type Form, openFilled } from './support/forms';
import { readInbox } from './support/inbox';
import { test } from './support/limited-site';
import { notice } from './support/page-parts';
import { TOO_MANY_CALLS } from './support/sending';
import { expect } from './support/test';
import { longUnless } from './support/tier';

// All tests share one site.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const LIMIT = 5;
const REFUSED = /status of 429/;
/** The page itself gives up on a challenge after this time. */
const SOLVED = { timeout: 30_000 };
/** Budget for the page's script that only a refused request loads. */
const SOLVER_BYTES = 2000;

async function sendAsMuchAsAllowed(page: Page, email: string) {
  for (let sent = 1; sent <= LIMIT; sent += 1) {
    await openFilled(page, FORMS.contact, `${sent}-${email}`);
    await FORMS.contact.send(page);
    await expect(notice(page, FORMS.contact.sent)).toBeVisible();
  }
}

/** Like `sendAsMuchAsAllowed`, but without pages and forms. */
async function postAsMuchAsAllowed(page: Page) {
  await page.goto('/contact');
  const { backend } = JSON.parse((await page.locator(`#${SITE_ELEMENT_ID}`).textContent()) ?? '') as {
    backend: { anonKey: string };
  };
  const statuses = await page.evaluate(
    async ([apikey, count]) => {
      const headers = { apikey, 'content-type': 'application/json' };
      const visitor = { prenom: 'Camille', nom: 'Martin', telephone: '06 39 98 00 00', is_agefice: false };
      const answers: number[] = [];
      for (let sent = 1; sent <= count; sent += 1) {
        const body = JSON.stringify({ ...visitor, email: `${sent}@exemple.fr` });
        answers.push((await fetch('/rest/v1/contacts', { method: 'POST', headers, body })).status);
      }
      return answers;
    },
    [backend.anonKey, LIMIT] as const,
  );
  expect(statuses).toEqual(Array.from({ length: LIMIT }, () => 201));
}

/** Only collects scripts of this remote: other pages can be prefetched at any time. */
function watchScripts(page: Page, remote: string) {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().includes(`/r/${remote}/`)) scripts.push(request.url());
  });
  return scripts;
}

/** As on plain HTTP, where browsers do not provide crypto.subtle. */
const takeHashingAway = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));

for (const [name, form] of Object.entries<Form>(FORMS)) {
  test(
    `${name}: the sixth request of an address solves a challenge without the visitor's help`,
    longUnless(name === 'booking'),
    async ({ page, email, problems, limitedSite }) => {
      problems.expect(REFUSED);
      await limitedSite.sentAgo('1 hour');
      await (form === FORMS.contact ? sendAsMuchAsAllowed(page, email) : postAsMuchAsAllowed(page));
      await openFilled(page, form, email);
      const scripts = watchScripts(page, name);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible(SOLVED);
      expect(await readInbox(email, limitedSite.dataDir)).toEqual([expect.objectContaining(form.entry)]);
      const table = form === FORMS.contact ? 'contacts' : 'reservations';
      const marks = `select flagged, unwanted from public.${table} where email = $1`;
      expect(await runQuery(marks, [email], limitedSite.dataDir)).toEqual([{ flagged: true, unwanted: false }]);

      const sizes = await Promise.all(
        scripts.map(async (url) => Number((await page.request.get(url)).headers()['content-length'])),
      );
      expect(sizes).toHaveLength(1);
      expect(sizes[0]).toBeLessThan(SOLVER_BYTES);
    },
  );

  test(
    `${name}: an ordinary request does not load the challenge's code`,
    longUnless(name === 'booking'),
    async ({ page, email, limitedSite }) => {
      await limitedSite.sentAgo('1 hour');
      await openFilled(page, form, email);
      const scripts = watchScripts(page, name);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      expect(scripts).toEqual([]);
    },
  );

  test(
    `${name}: the sixth request without crypto.subtle shows when to try again and keeps its values`,
    longUnless(name === 'booking'),
    async ({ page, email, problems, limitedSite }) => {
      problems.expect(...TOO_MANY_CALLS);
      await takeHashingAway(page);
      await limitedSite.sentAgo('1 hour');
      await postAsMuchAsAllowed(page);
      await limitedSite.sentAgo('130 seconds');
      await openFilled(page, form, email);
      await form.send(page);
      await expect(notice(page, form.failed)).toContainText('Erreur');
      await expect(page.getByRole('main').getByText('Réessayez dans 8 minutes')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
      await expect(removeButtons(page)).toHaveCount(form.entry.dates?.length ?? 0);
      await expect(page).toHaveURL(form.path);
      expect(await readInbox(email, limitedSite.dataDir)).toEqual([]);

      await limitedSite.sentAgo('10 minutes');
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      expect(await readInbox(email, limitedSite.dataDir)).toEqual([expect.objectContaining(form.entry)]);
    },
  );
}
