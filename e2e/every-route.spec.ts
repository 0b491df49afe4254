import { footerLink, loadedAt } from './support/form-states';
import { openHydrated, waitForHydration } from './support/forms';
import { PATHS, readIndex, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/specification';
import { expect, test } from './support/test';

test('a page to which the site does not link opens too', async ({ page, request }) => {
  const { remotes } = await readIndex(request);
  const routes = Object.values(remotes).flatMap((remote) => remote.routes);
  for (const { path, title } of routes.filter(({ path }) => !PATHS.includes(path))) {
    await test.step(path, async () => {
      await openHydrated(page, path);
      await expect(page).toHaveTitle(new RegExp(`^${title} \\| `));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }
});

test('links of the 404 page open every page without a page load, and Back returns', async ({
  page,
  request,
  problems,
}) => {
  problems.expect(...UNKNOWN_PATH_LOGGED);
  const { remotes } = await readIndex(request);
  const routes = Object.values(remotes).flatMap((remote) => remote.routes);
  const title = page.getByRole('heading', { level: 1 });
  await openHydrated(page, UNKNOWN_PATH);
  const start = await loadedAt(page);
  for (const path of PATHS) {
    await test.step(path, async () => {
      const home = page.getByRole('main').getByRole('link', { name: "Retour à l'accueil" });
      await (path === '/' ? home : footerLink(page, path)).click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(new RegExp(`^${routes.find((route) => route.path === path)?.title} \\| `));
      await expect(title).toBeFocused();
      await page.goBack();
      await expect(title).toHaveText("Oops! Cette page n'existe pas");
      await waitForHydration(page);
    });
  }
  expect(await loadedAt(page)).toBe(start);
});
