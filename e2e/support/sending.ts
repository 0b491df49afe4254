import type { Page } from '@playwright/test';

export const EMAIL = 'camille.martin@exemple.fr';
export const LONG_NAME = 'Marie-Antoinette-Joséphine de La Rochefoucauld-Liancourt d’Estissac-Montmorency';
export const LONG_EMAIL = 'marie-antoinette.de-la-rochefoucauld-liancourt@agence-au-nom-interminable.exemple.fr';

export const LOST_CALL = [/\/rest\/v1\//, /ERR_FAILED/, /Failed to fetch/];

/** The console's message about a request that is already stored, which the form treats as a success. */
export const STORED_ALREADY = /status of 409/;

export const TOO_MANY_CALLS = [/status of 429/, /RATE_LIMIT/];

export const stay = (page: Page) => page.getByRole('button', { name: 'Rester ici' }).click();

/** Answers in place of the backend: the owner of a real site must not receive anything. */
export async function answerStored(page: Page) {
  const id = '00000000-0000-4000-8000-000000000000';
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 201, json: [{ id }] }));
}

export const loseCalls = (page: Page) => page.route('**/rest/v1/**', (route) => route.abort());

/** Stores the next request for a table, but drops its answer. */
export async function loseAnswer(page: Page, table: 'contacts' | 'reservations') {
  await page.route(
    `**/rest/v1/${table}*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
