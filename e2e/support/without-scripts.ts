import { type Browser, expect, type Page } from '@playwright/test';

export async function servedText(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate(
    (source) => new DOMParser().parseFromString(source, 'text/html').querySelector('main')?.textContent ?? '',
    html,
  );
}

/** The text of a page's `main` without scripts; fails when some of it is invisible. */
export async function textWithoutScripts(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const main = page.getByRole('main');
  const invisible = await main.evaluate((part) =>
    [...part.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).opacity === '0')
      .map((element) => element.outerHTML),
  );
  expect(invisible, 'all of it is visible').toEqual([]);
  const text = await main.textContent();
  await context.close();
  return text ?? '';
}
