import { footerLink, loadedAt } from './support/form-states';
import { MANAGE_PATH, openHydrated, waitForHydration } from './support/forms';
import { PATHS, readIndex, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/specification';
import { expect, test } from './support/test';

test('the active releases have exactly the pages that are tested', async ({ request }) => {
  const { remotes } = await readIndex(request);
  const paths = Object.values(remotes).flatMap(({ routes }) => routes.map(({ path }) => path));
  expect(paths.sort()).toEqual([...PATHS, MANAGE_PATH].sort());
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
