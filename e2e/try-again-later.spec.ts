import type { Page } from '@playwright/test';
import { SITE_ELEMENT_ID } from '@site/contract/page-data';
import { removeButtons } from './support/booking';
import { runQuery } from './support/database';
import { FORMS, type Form, openFilled } from './support/forms';
import { readInbox } from './support/inbox';
import { LIMITS, test } from './support/limited-site';
import { notice } from './support/page-parts';
import { TOO_MANY_CALLS } from './support/sending';
import { expect } from './support/test';
import { LONG, longUnless } from './support/tier';

// All tests share one site.
test.describe.configure({ mode: 'default' });

/** Sends requests without pages and forms. */
async function post(page: Page, requests: number) {
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
    [backend.anonKey, requests] as const,
  );
  expect(statuses).toEqual(Array.from({ length: requests }, () => 201));
}

for (const [name, form] of Object.entries<Form>(FORMS)) {
  test(
    `${name}: a request above the usual number is sent like any other, and stored flagged`,
    LONG,
    async ({ page, email, limitedSite }) => {
      await limitedSite.sentAgo('1 hour');
      await post(page, LIMITS.flagged + 1);
      await openFilled(page, form, email);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      expect(await readInbox(email, limitedSite.dataDir)).toEqual([expect.objectContaining(form.entry)]);
      const table = form === FORMS.contact ? 'contacts' : 'reservations';
      const marks = `select flagged, unwanted from public.${table} where email = $1`;
      expect(await runQuery(marks, [email], limitedSite.dataDir)).toEqual([{ flagged: true, unwanted: false }]);
    },
  );

  test(
    `${name}: a request above the refused number shows when to try again and keeps its values`,
    longUnless(name === 'booking'),
    async ({ page, email, problems, limitedSite }) => {
      problems.expect(...TOO_MANY_CALLS);
      await limitedSite.sentAgo('1 hour');
      await post(page, LIMITS.refused);
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
