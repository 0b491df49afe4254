import { openHydrated } from './support/hydration';
import { PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/routes';
import { expect, test } from './support/test';

test('no drawing of the site depends on a font of the visitor’s device', async ({ page, request, problems }) => {
  problems.expect(...UNKNOWN_PATH_LOGGED);
  const addresses = new Set<string>();
  for (const path of [...PATHS, UNKNOWN_PATH]) {
    await openHydrated(page, path);
    const shown = await page.evaluate(() => [
      ...[...document.images].map(({ src }) => src),
      ...[...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')].map(({ href }) => href),
    ]);
    for (const address of shown) if (address.endsWith('.svg')) addresses.add(address);
  }
  expect(addresses.size).toBeGreaterThanOrEqual(14);
  for (const address of addresses) {
    const drawing = await (await request.get(address)).text();
    expect.soft(drawing, address).toContain('<path');
    expect.soft(drawing, address).not.toMatch(/<text|<foreignObject|font/);
  }
});
