import { consentBanner } from './support/form-states';
import { openHydrated } from './support/forms';
import { runQuery } from './support/received';
import { expect, test } from './support/test';

const SPEEDS = `
  select metric, sum(pages)::integer as pages from private.speed_counts where remote = $1 and route = $2 group by metric`;

/** The metrics that were counted for a route of a part, with the pages of each. No other test agrees to be counted. */
async function speedsOf(remote: string, route: string): Promise<Readonly<Record<string, number>>> {
  const rows = await runQuery<{ metric: string; pages: number }>(SPEEDS, [remote, route]);
  return Object.fromEntries(rows.map(({ metric, pages }) => [metric, pages]));
}

test.describe('a visitor who accepts in the banner', () => {
  test.use({ consent: 'unset' });

  test('loads what measures speeds only then, and is counted once when leaving the page', async ({ page }) => {
    // An earlier run on the same site has counted too.
    await runQuery('with reported as (delete from private.speed_reports) delete from private.speed_counts');
    const chunks: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/r\/shell\/[^/]+\/(?!main\.)[^/]+\.js$/.test(pathname)) chunks.push(pathname);
    });
    await openHydrated(page, '/contact?email=camille@exemple.fr');
    expect(chunks).toEqual([]);
    await consentBanner(page).getByRole('button', { name: 'Accepter' }).click();
    await expect.poll(() => chunks.length, { message: 'what measures is loaded' }).toBe(1);
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Nom', { exact: true }).fill('Durand');
    expect(await speedsOf('contact', '/contact')).toEqual({});

    await page.goto('about:blank');
    const once = { ttfb: 1, fcp: 1, lcp: 1, cls: 1 };
    await expect.poll(() => speedsOf('contact', '/contact')).toMatchObject(once);
    expect(await speedsOf('shell', '/contact')).toMatchObject(once);
    expect(await page.context().cookies()).toEqual([]);
  });
});
