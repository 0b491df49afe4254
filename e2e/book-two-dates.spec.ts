import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { consentBanner, notice } from './support/form-states';
import { dateButton, fillBooking, inFrench, openHydrated, parisDay, pickDay, SEND, VISITOR } from './support/forms';
import { readInbox } from './support/received';
import { MOVING, PHONE } from './support/screens';
import { AGEFICE, NOTICES } from './support/specification';
import { expect, test } from './support/test';

test.use(MOVING);

const [SOON, LATER] = [parisDay(3), parisDay(20)];
const DAYS = [SOON, LATER];

test.describe('on a phone, before any choice of cookies', () => {
  test.use({ ...PHONE, consent: 'unset' });

  test('the calendar is a sheet, and the notice of the booking downloads a file of the dates', async ({
    page,
    email,
  }) => {
    await openHydrated(page, '/booking');
    const endOf = (box: Awaited<ReturnType<Locator['boundingBox']>>) => (box?.y ?? 0) + (box?.height ?? 0);
    const banner = await consentBanner(page).boundingBox();
    expect(endOf(await dateButton(page).boundingBox()), 'the banner does not cover it').toBeLessThan(banner?.y ?? 0);
    await dateButton(page).tap();
    const sheet = page.getByRole('dialog', { name: 'Choisissez vos dates' });
    await expect(sheet.getByRole('gridcell').first()).toBeVisible();
    // The sheet slides in: wait until it is at rest.
    await expect.poll(async () => Math.round(endOf(await sheet.boundingBox()))).toBe(PHONE.viewport.height);
    expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: PHONE.viewport.width });
    for (const day of DAYS) await pickDay(page, day);
    await sheet.getByRole('button', { name: 'Valider (2 dates)' }).tap();
    await expect(sheet).toBeHidden();
    await expect(dateButton(page)).toBeFocused();

    await fillBooking(page, email);
    const phone = '06 39 98 00 00';
    await page.getByRole('textbox', { name: 'Téléphone' }).fill(phone);
    await page.getByRole('checkbox', { name: AGEFICE }).check();
    await page.getByRole('button', { name: SEND }).tap();
    const sent = notice(page, NOTICES.bookingSent);
    await expect(sent).toContainText(NOTICES.withFunding);
    for (const day of DAYS) await expect(sent).toContainText(inFrench(day));
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const stored = { kind: 'reservation', name: VISITOR, phone, isAgefice: true, dates: DAYS };
    expect(await readInbox(email)).toMatchObject([stored]);

    const link = sent.getByRole('link', { name: 'Ajouter les 2 dates à mon agenda' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.tap()]);
    expect(download.suggestedFilename()).toBe('demande-de-dates.ics');
    const file = await readFile(await download.path(), 'utf8');
    for (const day of DAYS) expect(file).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`);
    await expect(page).toHaveURL('/');
    await sent.getByRole('button', { name: 'Fermer' }).tap();
    await expect(sent).toHaveCount(0);
  });
});
