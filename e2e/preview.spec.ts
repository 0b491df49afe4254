import type { APIRequestContext, Page } from '@playwright/test';
import { contactField } from './support/contact';
import { openHydrated, waitForHydration } from './support/hydration';
import { footerLink } from './support/page-parts';
import { readIndex } from './support/routes';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

const badge = (page: Page) => page.getByRole('region', { name: 'Aperçu d’une version' });
const robots = (page: Page) => page.locator('meta[name="robots"][content="noindex"]');

/** Any published release can be previewed: the tests use the active one. */
async function releaseOf(request: APIRequestContext, remote: string) {
  const { remotes } = await readIndex(request);
  const id = remotes[remote]?.id ?? '';
  return { id, query: `release=${remote}@${id}` };
}

test('a previewed release is named, works and is hidden from search engines', async ({ page, request }) => {
  const { id, query } = await releaseOf(request, 'contact');
  await openHydrated(page, `/contact?${query}`);
  await expect(badge(page)).toContainText(`contact ${id}`);
  await expect(robots(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  await contactField(page, 'Nom').fill('Martin');
  await expect(contactField(page, 'Nom')).toHaveValue('Martin');
});

test('the server composes a preview, whose page names all its releases before any script runs', async ({
  page,
  request,
}) => {
  const { shell, remotes } = await readIndex(request);
  const requested = `shell@${shell.id},legal@${remotes.legal?.id}`;
  const index = await readIndex(request, `/agefice?release=${requested}`);
  expect(index.preview).toEqual({ requested });
  await openHydrated(page, `/agefice?release=${requested}`);
  await expect(badge(page)).toContainText(`shell ${shell.id}, legal ${remotes.legal?.id}`);
});

test('a preview lasts through links and page loads of its tab until it is left', async ({ page, context, request }) => {
  const { id, query } = await releaseOf(request, 'contact');
  await openHydrated(page, `/booking?${query}`);
  await footerLink(page, '/contact').click();
  await waitForHydration(page);
  await expect(page).toHaveURL(/\/contact\?release=/);
  await expect(badge(page)).toContainText(id);
  await page.reload();
  await expect(page).toHaveURL(/\/contact\?release=/);
  await waitForHydration(page);
  await expect(badge(page)).toContainText(id);

  const other = await context.newPage();
  await openHydrated(other, '/contact');
  await expect(badge(other)).toHaveCount(0);
  await expect(robots(other)).toHaveCount(0);

  await badge(page).getByRole('button', { name: 'Quitter l’aperçu' }).click();
  await waitForHydration(page);
  await expect(badge(page)).toHaveCount(0);
  await expect(page).toHaveURL('/contact');
});

test('« Quitter l’aperçu » takes the release out of the address', async ({ page, request }) => {
  const { query } = await releaseOf(request, 'legal');
  await openHydrated(page, `/agefice?de=lettre&${query}`);
  await badge(page).getByRole('button', { name: 'Quitter l’aperçu' }).click();
  await expect(page).toHaveURL('/agefice?de=lettre');
  await waitForHydration(page);
  await expect(badge(page)).toHaveCount(0);
});

for (const { release, says } of [
  { release: 'contact@9.9.9-absente', says: 'cette version n’existe pas' },
  { release: 'contact@../../evil', says: 'ne nomme aucune version' },
  { release: 'https://elsewhere.example/remoteEntry.js', says: 'ne nomme aucune version' },
  { release: 'shell@1.0.0', says: 'ne nomme aucune version' },
]) {
  test(
    `« ${release} » is reported as invalid, and the active release is shown`,
    longUnless(release.includes('absente')),
    async ({ page }) => {
      await openHydrated(page, `/contact?release=${encodeURIComponent(release)}`);
      await expect(badge(page)).toContainText(says);
      await expect(badge(page)).toContainText('Vous voyez la version en ligne.');
      await expect(page.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
      await openHydrated(page, '/contact');
      await expect(badge(page)).toHaveCount(0);
    },
  );
}

test('visitors do not load the preview code', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js') && (await response.text()).includes('Quitter l')) scripts.push(response.url());
  });
  await openHydrated(page, '/contact');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
});
