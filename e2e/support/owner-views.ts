import { expect, type Page } from '@playwright/test';

export interface Desk {
  /** The e-mail domain of the stored requests. */
  readonly domain: string;
  readonly dataDir?: string;
}

export interface OwnerState {
  readonly name: string;
  readonly show: (page: Page, desk: Desk) => Promise<unknown>;
  /** The dialog only covers the viewport. */
  readonly hasDialog?: boolean;
  readonly logs?: readonly RegExp[];
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export async function openTab(page: Page, query: string, title: string) {
  await page.goto(`/espace${query}`);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByText('Chargement…')).toHaveCount(0);
}

export const openList = (page: Page, { domain }: Desk, filter = 'all') =>
  openTab(page, `?filtre=${filter}&recherche=${domain}`, 'Demandes');

export async function openRequest(page: Page, desk: Desk) {
  await openList(page, desk, 'todo');
  await page.getByRole('link', { name: /^Marie-Antoinette/ }).click();
  await expect(button(page, /^Confirmer ces/)).toBeVisible();
}

/** Makes calls fail as without a connection, and triggers the request that follows a focus. */
export async function goOffline(page: Page) {
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Changes what the site answers to a call. */
export const changeAnswer = (page: Page, name: string, changes: object) =>
  page.route(`**/rest/v1/rpc/${name}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
