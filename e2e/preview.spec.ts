import type { Page } from '@playwright/test';
import { footerLink } from './support/form-states';
import { openHydrated, waitForHydration } from './support/forms';
import { readIndex } from './support/specification';
import { expect, test } from './support/test';

const badge = (page: Page) => page.getByRole('region', { name: 'Aperçu d’une version' });
const robots = (page: Page) => page.locator('meta[name="robots"][content="noindex"]');

test('a preview names its releases, works, is hidden from search engines, and lasts in its tab until it is left', async ({
  page,
  context,
  request,
}) => {
  // Any published release can be previewed: the test uses the active ones.
  const { shell, remotes } = await readIndex(request);
  const id = remotes.contact?.id;
  await openHydrated(page, `/booking?release=shell@${shell.id},contact@${id}`);
  await expect(badge(page)).toContainText(`shell ${shell.id}, contact ${id}`);
  await expect(robots(page)).toHaveCount(1);
  await footerLink(page, '/contact').click();
  await waitForHydration(page);
  await expect(page).toHaveURL(/\/contact\?release=/);
  await page.reload();
  await waitForHydration(page);
  await expect(page).toHaveURL(/\/contact\?release=/);
  await expect(badge(page)).toContainText(`shell ${shell.id}, contact ${id}`);
  await expect(page.getByRole('button', { name: 'Envoyer' })).toBeEnabled();

  const other = await context.newPage();
  const scripts: string[] = [];
  other.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(sent.url());
  });
  await openHydrated(other, '/contact');
  await expect(badge(other)).toHaveCount(0);
  await expect(robots(other)).toHaveCount(0);
  const texts = await Promise.all(scripts.map(async (script) => (await request.get(script)).text()));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes('Quitter l'))).toEqual([]);

  await badge(page).getByRole('button', { name: 'Quitter l’aperçu' }).click();
  await expect(page).toHaveURL('/contact');
  await waitForHydration(page);
  await expect(badge(page)).toHaveCount(0);
});
