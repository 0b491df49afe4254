import { expect, type Page } from '@playwright/test';
import { parisDay } from './days';
import { openHydrated } from './hydration';
import { chooseOtherDay, MANAGE_PATH } from './manage';
import type { State } from './state';

const confirmed = {
  status: 'confirmee',
  version: 3,
  isAgefice: true,
  days: [
    { date: parisDay(4), confirmed: true, uid: 'a1' },
    { date: parisDay(9), confirmed: false, uid: 'a2' },
  ],
};

/** Opens a link; `request` is answered in place of the backend. */
async function openLink(page: Page, request: typeof confirmed | null) {
  await page.route('**/rest/v1/rpc/manage_*', (route) => route.fulfill({ json: request }));
  await openHydrated(page, `${MANAGE_PATH}#${'e'.repeat(43)}`);
  await expect(page, 'the secret is taken out of the address').toHaveURL(MANAGE_PATH);
}

export const manageStates: readonly State[] = [
  {
    name: 'request-without-link',
    async show(page) {
      await openHydrated(page, MANAGE_PATH);
      await expect(page.getByText('Aucune demande n’est ouverte ici')).toBeVisible();
    },
  },
  {
    name: 'request-other-day',
    async show(page) {
      await openLink(page, confirmed);
      await chooseOtherDay(page, parisDay(12));
      await expect(page.getByRole('button', { name: 'Demander ce jour' })).toBeVisible();
    },
  },
  {
    name: 'request-cancel-asked',
    windowOnly: true,
    async show(page) {
      await openLink(page, confirmed);
      await page.getByRole('button', { name: 'Annuler ma demande' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'request-day-cancel-asked',
    windowOnly: true,
    async show(page) {
      await openLink(page, { ...confirmed, status: 'nouvelle' });
      await page
        .getByRole('button', { name: /^Annuler ce jour/ })
        .last()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'request-cancelled',
    async show(page) {
      await openLink(page, { ...confirmed, status: 'annulee' });
      await expect(page.getByRole('heading', { name: 'Votre demande est annulée' })).toBeVisible();
    },
  },
];
