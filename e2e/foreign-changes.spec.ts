import type { Page } from '@playwright/test';
import { dateButton, pickDay, sendBooking, VISITOR } from './support/booking';
import { contactField, sendContact } from './support/contact';
import { parisDay } from './support/days';
import { CHANGES } from './support/foreign-changes';
import { holdRequests } from './support/hold-requests';
import { waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { notice } from './support/page-parts';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

const FORMS = { '/booking': 'Nom complet', '/contact': 'Prénom' } as const;
const AGEFICE = 'Je souhaite bénéficier du financement AGEFICE';

async function openHeldBack(page: Page, path: string) {
  const release = await holdRequests(page, '**/r/**/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return release;
}

/** Types a name, chooses funding and leaves the caret after the first three letters of the name. */
async function fillIn(page: Page, path: keyof typeof FORMS, email: string) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('checkbox', { name: AGEFICE }).check();
  const name = contactField(page, FORMS[path]);
  await name.fill(VISITOR);
  await name.press('Home');
  for (let at = 0; at < 3; at += 1) await name.press('ArrowRight');
}

/** The fields by their identifiers: a translator changes their names. */
async function expectFilledIn(page: Page, path: keyof typeof FORMS, email: string) {
  const name = page.locator(path === '/booking' ? '#field-name' : '#field-prenom');
  await expect(name).toHaveValue(VISITOR);
  await expect(page.locator('#field-email')).toHaveValue(email);
  await expect(page.locator('#field-isAgefice')).toBeChecked();
  await expect(name).toBeFocused();
  expect(await name.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([3, 3]);
}

for (const [program, change] of Object.entries(CHANGES)) {
  for (const path of ['/booking', '/contact'] as const) {
    const isFirst = path === '/booking' && (program.includes('after each') || program.includes('every text'));
    test(
      `${path} keeps what was typed before hydration when ${program}`,
      longUnless(isFirst),
      async ({ page, email, problems }) => {
        problems.tolerate(/could not be hydrated/);
        const release = await openHeldBack(page, path);
        await fillIn(page, path, email);
        await page.evaluate(change);
        release();
        await waitForHydration(page);
        await expectFilledIn(page, path, email);
        await page.keyboard.type('-');
        await expect(page.getByRole('button', { name: /^Envoyer/ })).toBeEnabled();
        await expect(page.locator(path === '/booking' ? '#field-name' : '#field-prenom')).toHaveValue(
          'Cam-ille Martin',
        );
      },
    );
  }
}

for (const path of ['/booking', '/contact'] as const) {
  test(
    `${path} keeps the caret in the e-mail field when React renders anew`,
    longUnless(path === '/booking'),
    async ({ page, email, problems }) => {
      problems.tolerate(/could not be hydrated/);
      const release = await openHeldBack(page, path);
      const field = page.locator('#field-email');
      await field.fill(email);
      await field.press('Home');
      for (const _ of 'vis') await field.press('ArrowRight');
      await page.evaluate(CHANGES['a password manager adds an element after each field']);
      const composed = await field.elementHandle();
      release();
      await waitForHydration(page);
      expect(await composed?.evaluate((node) => node.isConnected)).toBe(false);
      await expect(field).toBeFocused();
      await page.keyboard.type('-');
      await expect(field).toHaveValue(email.replace('vis', 'vis-'));
      await expect(field).toHaveAttribute('type', 'email');
    },
  );
}

test('a translator that replaces every text while the page runs breaks no form', async ({ page, email }) => {
  await page.goto('/booking');
  await waitForHydration(page);
  await pickDay(page, parisDay(30));
  await page.evaluate(CHANGES['a translator wraps every text']);
  await fillIn(page, '/booking', email);
  await pickDay(page, parisDay(31));
  await expect(dateButton(page)).toHaveText('2 date(s) sélectionnée(s)');
  await page.evaluate(CHANGES['a translator wraps every text']);
  await page.keyboard.press('Escape');
  await sendBooking(page);
  await expect(notice(page, 'Réservation envoyée !')).toContainText('avec financement AGEFICE');
  await expect(page).toHaveURL('/');
});

// A busy machine may exceed the time that a remote's files have to arrive.
test(
  'what is typed while the form is still loading on a changed page is kept',
  LONG,
  async ({ page, email, problems }) => {
    problems.tolerate(/could not be hydrated/);
    const release = await holdRequests(page, '**/r/booking/**/*.js');
    await page.goto('/booking', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.evaluate(CHANGES['extensions add elements around the page']);
    await page.locator('#field-name').pressSequentially('Camille');
    await expect(page.locator('html')).toHaveAttribute('data-shell', 'live');
    await page.keyboard.type(' Martin');
    await page.locator('#field-email').fill(email);
    release();
    await waitForHydration(page);
    await expect(page.locator('#field-name')).toHaveValue('Camille Martin');
    await expect(page.locator('#field-email')).toHaveValue(email);
    await expect(page.locator('#field-email')).toBeFocused();
  },
);

test('files of other programs that fail do not count as a failure of the site', async ({ page, problems }) => {
  problems.tolerate(/antivirus\.invalid/, /ERR_/, /The policy refused/, /Content Security Policy/);
  const release = await openHeldBack(page, '/contact');
  await page.evaluate(async () => {
    for (const [tag, address] of [
      ['script', 'src'],
      ['img', 'src'],
      ['link', 'href'],
    ] as const) {
      const element = Object.assign(document.createElement(tag), { rel: 'stylesheet' });
      element.setAttribute(address, 'https://antivirus.invalid/x.js');
      const failed = new Promise((resolve) => element.addEventListener('error', resolve));
      document.head.append(element);
      await failed;
    }
  });
  await expect(page.getByRole('alert').filter({ hasText: 'Aucun formulaire' })).toHaveCount(0);
  release();
  await waitForHydration(page);
  await expect(page.locator('html')).toHaveAttribute('data-shell', 'live');
});

test('values that a program sets without an event, and an accented domain, are sent', async ({ page, email }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const address = email.replace(/@.*/, '@é-gence.example');
  const values = { prenom: 'Zoé', nom: 'Martin', email: address, telephone: '06 39 98 00 00' };
  await page.evaluate((typed) => {
    for (const [name, value] of Object.entries(typed)) {
      Object.assign(document.getElementById(`field-${name}`) ?? {}, { value });
    }
  }, values);
  await sendContact(page);
  await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
  expect(await readInbox(email.replace(/@.*/, '@xn---gence-9ua.example'))).toMatchObject([{ name: 'Zoé Martin' }]);
});
