import type { Page } from '@playwright/test';

/** The values of a request that only shows a state. */
export const EMAIL = 'camille.martin@exemple.fr';
export const LONG_NAME = 'Marie-Antoinette-Joséphine de La Rochefoucauld-Liancourt d’Estissac-Montmorency';
export const LONG_EMAIL = 'marie-antoinette.de-la-rochefoucauld-liancourt@agence-au-nom-interminable.exemple.fr';

/** The console's messages about a lost call. */
export const LOST_CALL = [/\/rest\/v1\//, /ERR_FAILED/, /Failed to fetch/];

/** The console's messages about a rate limit. */
export const TOO_MANY_CALLS = [/status of 429/, /RATE_LIMIT/];

export const stay = (page: Page) => page.getByRole('button', { name: 'Rester ici' }).click();

/** Answers instead of the backend: the site may be a real one, whose owner must not receive anything. */
export async function answerStored(page: Page) {
  const id = '00000000-0000-4000-8000-000000000000';
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 201, json: [{ id }] }));
}

export const loseCalls = (page: Page) => page.route('**/rest/v1/**', (route) => route.abort());
export const neverAnswer = (page: Page) => page.route('**/rest/v1/**', () => undefined);
export const refuseTooMany = (page: Page) =>
  page.route('**/rest/v1/**', (route) => route.fulfill({ status: 429, json: { code: 'RATE_LIMIT', details: '437' } }));

/** Drops the server's answer for a table: the request is stored, and the page gets no answer. */
export async function loseAnswer(page: Page, table: 'contacts' | 'reservations' | 'reservation_dates') {
  await page.route(
    `**/rest/v1/${table}*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}
