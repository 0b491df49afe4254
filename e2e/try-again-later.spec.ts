import type { Page } from '@playwright/test';
import { removeButtons } from './support/booking';
import { FORMS, type Form, openFilled } from './support/forms';
import { readInbox } from './support/inbox';
import { test } from './support/limited-site';
import { notice } from './support/page-parts';
import { TOO_MANY_CALLS } from './support/sending';
import { expect } from './support/test';

// One site for all of them.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const LIMIT = 5;

async function sendAsMuchAsAllowed(page: Page, email: string) {
  for (let sent = 1; sent <= LIMIT; sent += 1) {
    await openFilled(page, FORMS.contact, `${sent}-${email}`);
    await FORMS.contact.send(page);
    await expect(notice(page, FORMS.contact.sent)).toBeVisible();
  }
}

for (const [name, form] of Object.entries<Form>(FORMS)) {
  test(`${name}: the sixth request is told when to come again, keeps all, and is taken then`, async ({
    page,
    email,
    problems,
    limitedSite,
  }) => {
    problems.expect(...TOO_MANY_CALLS);
    await limitedSite.sentAgo('1 hour');
    await sendAsMuchAsAllowed(page, email);
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
  });
}
