import { runQuery } from './support/database';
import { askForCode, codeFor, enterCode, signInAs } from './support/owner';
import { PHONE } from './support/screens';
import { expect, test } from './support/test';

test.use(PHONE);

const AGENDA = '/espace?vue=agenda&mois=2027-03';

test('a session that ended elsewhere asks for a code, then opens the requested view', async ({
  page,
  context,
  email,
  problems,
}) => {
  problems.expect(/status of 401/);
  // The session that the logout would end is already gone.
  problems.tolerate(/status of 403.*logout/);
  await signInAs(context, { email });
  await page.goto('/espace');
  await expect(page.getByRole('heading', { name: 'Aujourd’hui', level: 2 })).toBeVisible();
  await runQuery(
    'delete from private.owner_sessions s using private.owners o where o.id = s.owner_id and o.email = $1',
    [email],
  );
  await page.goto(AGENDA);
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  await expect(page.getByText('Votre session a expiré. Demandez un nouveau code.')).toBeVisible();
  await expect(page).toHaveURL(AGENDA);

  await askForCode(page, email);
  await enterCode(page, await codeFor({ email }));
  await expect(page.getByRole('heading', { name: 'Agenda', level: 2 })).toBeVisible();
  await expect(page.getByText('mars 2027').first()).toBeVisible();
});

test('signing out everywhere ends the sessions of all devices', async ({ page, browser, context, email, problems }) => {
  problems.tolerate(/status of 40[13]/);
  await signInAs(context, { email });
  await page.goto('/espace?vue=reglages');
  const other = await context.newPage();
  const session = await other.goto('/espace').then(() => other.evaluate(() => localStorage.getItem('espace-session')));
  await other.close();
  const phone = await browser.newContext({ ...PHONE, baseURL: new URL(page.url()).origin, locale: 'fr-FR' });
  await phone.addInitScript((stored) => localStorage.setItem('espace-session', stored), session ?? '');

  await page.getByRole('button', { name: 'Se déconnecter partout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter partout' }).click();
  await expect(page.getByLabel('Votre e-mail')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('espace-session'))).toBeNull();

  const there = await phone.newPage();
  await there.goto('/espace');
  await expect(there.getByText('Votre session a expiré. Demandez un nouveau code.')).toBeVisible();
  await phone.close();
});
