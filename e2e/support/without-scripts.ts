import type { Page } from '@playwright/test';

/** The text of a page's `main` in its HTML. */
export async function servedText(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate(
    (source) => new DOMParser().parseFromString(source, 'text/html').querySelector('main')?.textContent ?? '',
    html,
  );
}
