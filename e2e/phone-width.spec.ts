import { openHydrated } from './support/hydration';
import { PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/routes';
import { PHONE } from './support/screens';
import { expect, test } from './support/test';

test.use(PHONE);

for (const path of [...PATHS, UNKNOWN_PATH]) {
  test(`${path} fits a narrow phone: no horizontal scrolling, no overlaps in the header`, async ({
    page,
    problems,
  }) => {
    if (path === UNKNOWN_PATH) problems.expect(...UNKNOWN_PATH_LOGGED);
    await openHydrated(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
    const [, product = ''] = (await page.title()).split(' | ');
    const name = page.getByRole('banner').getByText(product, { exact: true });
    const nameEnds = await name.evaluate((part) => {
      const letters = document.createRange();
      letters.selectNodeContents(part);
      return letters.getBoundingClientRect().right;
    });
    const button = await page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' }).boundingBox();
    expect(nameEnds).toBeLessThanOrEqual(button?.x ?? 0);
  });
}
