import type { Page } from '@playwright/test';
import { FORMS } from './support/forms';
import { holdBack } from './support/hold-back';
import { readInbox } from './support/inbox';
import { openLive, untilLive } from './support/live';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';

const trap = (page: Page) => page.locator('form [hidden] input');

/** As robots do: the value alone, without an event. */
const fillTrap = (page: Page) =>
  trap(page).evaluate((input: HTMLInputElement) => {
    input.value = 'https://exemple.fr';
  });

function watchBackend(page: Page) {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/')) calls.push(request.url());
  });
  return calls;
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`${name}: a robot is told that all went well, and nothing of it is sent`, async ({ page, email }) => {
    const calls = watchBackend(page);
    await openLive(page, form.path);
    await fillTrap(page);
    await form.fill(page, email);
    await form.send(page);
    await expect(notice(page, form.sent)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ce que vous avez envoyé' })).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(calls).toEqual([]);
    expect(await readInbox(email)).toEqual([]);
  });

  test(`${name}: also one that is faster than the page's scripts`, async ({ page, email }) => {
    const calls = watchBackend(page);
    const release = await holdBack(page, '**/r/**/*.js');
    await page.goto(form.path, { waitUntil: 'commit' });
    await fillTrap(page);
    release();
    await untilLive(page);
    await form.fill(page, email);
    await form.send(page);
    await expect(notice(page, form.sent)).toBeVisible();
    expect(calls).toEqual([]);
  });

  test(`${name}: people never meet the field, and what they send is stored`, async ({ page, email }) => {
    await openLive(page, form.path);
    await expect(trap(page)).toHaveCount(1);
    await expect(trap(page)).toBeHidden();
    const hiddenName = await trap(page).getAttribute('name');
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
  });
}
