import { openHydrated, waitForHydration } from './support/hydration';
import { MANAGE_PATH } from './support/manage';
import { footerLink, loadedAt } from './support/page-parts';
import { PATHS, readIndex, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/routes';
import { expect, test } from './support/test';
import { textWithoutScripts } from './support/without-scripts';

test.use({ consent: 'unset' });

test('the active releases have exactly the pages that are tested', async ({ request }) => {
  const { remotes } = await readIndex(request);
  const paths = Object.values(remotes).flatMap(({ routes }) => routes.map(({ path }) => path));
  expect(paths.sort()).toEqual([...PATHS, MANAGE_PATH].sort());
});

for (const path of [...PATHS, UNKNOWN_PATH]) {
  const isKnown = path !== UNKNOWN_PATH;

  test.describe(`the page ${path}`, () => {
    test('opens by deep link, hydrates the served elements and keeps the text that it has without scripts', async ({
      page,
      browser,
      baseURL,
      request,
      problems,
    }) => {
      if (!isKnown) problems.expect(...UNKNOWN_PATH_LOGGED);
      const { remotes } = await readIndex(request);
      const route = Object.values(remotes)
        .flatMap(({ routes }) => routes)
        .find((route) => route.path === path);
      await page.addInitScript(() => {
        const find = () => [...document.querySelectorAll('main h1, main a, main button, header a, footer a')];
        // The HTML is parsed, and no deferred script has run.
        document.addEventListener('readystatechange', () => {
          if (document.readyState !== 'interactive') return;
          const served = find();
          Object.assign(window, {
            isAsServed: () => find().length === served.length && find().every((node, at) => node === served[at]),
          });
        });
      });
      const response = await openHydrated(page, path);
      expect(await page.evaluate('isAsServed()')).toBe(true);
      expect(response?.status()).toBe(isKnown ? 200 : 404);
      await expect(page).toHaveTitle(new RegExp(`^${route?.title ?? 'Page introuvable'} \\| `));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      const main = page.getByRole('main');
      if (isKnown) expect(await main.textContent()).toBe(await textWithoutScripts(browser, `${baseURL}${path}`));
      else for (const text of ["Oops! Cette page n'existe pas", path]) await expect(main).toContainText(text);
    });
  });
}

for (const from of ['/contact', '/booking']) {
  const targets = PATHS.filter((path) => (from === '/booking' ? path === '/contact' : path !== from));

  test(`links of ${from} open ${targets.join(', ')} without a page load, and Back returns`, async ({
    page,
    request,
  }) => {
    const { remotes } = await readIndex(request);
    const routes = Object.values(remotes).flatMap((remote) => remote.routes);
    await openHydrated(page, from);
    const start = await loadedAt(page);
    for (const path of targets) {
      await test.step(`the page ${path} opens by a link, and Back returns, without a page load`, async () => {
        const link = path === '/' ? page.getByRole('banner').locator('a[href="/"]') : footerLink(page, path);
        await link.click();
        await expect(page).toHaveURL(path);
        await expect(page).toHaveTitle(new RegExp(`^${routes.find((route) => route.path === path)?.title} \\| `));
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toHaveCount(1);
        await expect(title).toBeFocused();
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        expect(await loadedAt(page)).toBe(start);
        await page.goBack();
        await waitForHydration(page);
        await expect(page).toHaveURL(from);
        expect(await loadedAt(page)).toBe(start);
      });
    }
  });
}

test('the 404 page links home, and Back returns to it without a page load', async ({ page, problems }) => {
  problems.expect(...UNKNOWN_PATH_LOGGED);
  await openHydrated(page, UNKNOWN_PATH);
  const start = await loadedAt(page);
  await page.getByRole('main').getByRole('link', { name: "Retour à l'accueil" }).click();
  await expect(page).toHaveURL('/');
  await waitForHydration(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oops! Cette page n'existe pas");
  expect(await loadedAt(page)).toBe(start);
});
