import type { Page } from '@playwright/test';
import { runQuery } from './support/database';
import { FORMS, openFilled } from './support/forms';
import { holdRequests } from './support/hold-requests';
import { openHydrated, waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { readMails } from './support/mails';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

const honeypot = (page: Page) => page.locator('form [hidden] input');

/** Sets the value without an event, as a robot does. */
const fillHoneypot = (page: Page) =>
  honeypot(page).evaluate((input: HTMLInputElement) => {
    input.value = 'https://exemple.fr';
  });

const readMarks = (email: string) =>
  runQuery(
    `select flagged, unwanted from public.contacts where email = $1
     union all select flagged, unwanted from public.reservations where email = $1`,
    [email],
  );

const UNWANTED = [{ flagged: true, unwanted: true }];

for (const [name, form] of Object.entries(FORMS)) {
  test(
    `${name}: a robot sees a success, and its request is stored once as unwanted and sends no mail to the owner`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      await openHydrated(page, form.path);
      await fillHoneypot(page);
      await form.fill(page, email);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Ce que vous avez envoyé' })).toBeVisible();
      await expect(page).toHaveURL('/');
      expect(await readInbox(email)).toEqual([expect.objectContaining(form.entry)]);
      expect(await readMarks(email)).toEqual(UNWANTED);

      // Mails are sent in the order of the requests: once this one is there, the robot's would be there too.
      const later = `suite-${email}`;
      await openFilled(page, FORMS.contact, later);
      await FORMS.contact.send(page);
      await expect.poll(() => readMails(later)).toHaveLength(1);
      expect(await readMails(email)).toEqual([]);
    },
  );

  test(
    `${name}: a robot's request before hydration is stored as unwanted`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      const release = await holdRequests(page, '**/r/**/*.js');
      await page.goto(form.path, { waitUntil: 'commit' });
      await fillHoneypot(page);
      release();
      await waitForHydration(page);
      await form.fill(page, email);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      expect(await readMarks(email)).toEqual(UNWANTED);
    },
  );

  test(
    `${name}: people cannot reach the field, and their request is stored as wanted`,
    longUnless(name === 'booking'),
    async ({ page, email }) => {
      await openHydrated(page, form.path);
      await expect(honeypot(page)).toHaveCount(1);
      await expect(honeypot(page)).toBeHidden();
      const hiddenName = await honeypot(page).getAttribute('name');
      const reached = new Set<string | null>();
      const at = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
      await page.getByRole('main').getByRole('link').first().focus();
      while (!reached.has('isAgefice')) {
        await page.keyboard.press('Tab');
        reached.add(await at());
      }
      expect(reached).toContain('email');
      expect(reached).not.toContain(hiddenName);
      const heard = await page.locator('form').ariaSnapshot();
      const fields = await page.locator('form').locator('input:visible, textarea:visible').count();
      expect(heard.match(/- (textbox|checkbox)/g)).toHaveLength(fields);
      await form.fill(page, email);
      await form.send(page);
      await expect(notice(page, form.sent)).toBeVisible();
      expect(await readInbox(email)).toHaveLength(1);
      expect(await readMarks(email)).toEqual([{ flagged: false, unwanted: false }]);
    },
  );
}
