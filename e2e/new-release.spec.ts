import { footerLink, loadedAt, waitForPageLoad } from './support/form-states';
import { openHydrated } from './support/forms';
import { readIndex } from './support/specification';
import { expect, holdRequests, test } from './support/test';

const INDEX = '**/releases.json';

// `ship-and-roll-back.spec.ts` has an index that arrives in time.
test('no navigation waits for a late release index, which reloads the page at the next one', async ({ page }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  const index = await readIndex(page.request);
  await page.route(INDEX, (route) => route.fulfill({ json: { ...index, seq: index.seq + 1 } }));
  const answer = await holdRequests(page, INDEX);
  const answered = page.waitForResponse(INDEX);
  await footerLink(page, '/booking').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/booking');
  expect(await loadedAt(page)).toBe(start);
  answer();
  await (await answered).finished();
  await footerLink(page, '/agefice').click();
  await expect(page).toHaveURL('/agefice');
  await waitForPageLoad(page, start);
});
