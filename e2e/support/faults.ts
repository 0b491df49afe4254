import type { Page, Route } from '@playwright/test';

/** Answers with the script and a further statement, so that its hash does not match. */
export async function tamper(route: Route) {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()};document.title = 'Tampered';` });
}

interface Releases {
  readonly remote: string;
  /** All releases of the remote by default. */
  readonly id?: string;
}

/** Applies a fault to the scripts of a remote's releases; pictures and styles still load. */
export async function failRemote(page: Page, { remote, id = '*' }: Releases, fault: (route: Route) => Promise<void>) {
  await page.route(`**/r/${remote}/${id}/*.js*`, fault);
}

/** Ends all faults, except for requests that are already being answered. */
export const restoreRemote = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });

/** The console's messages about a remote that cannot be loaded. */
export const logsOfFailedLoad = (remote: string) => [new RegExp(`/r/${remote}/`), /The page \/\S* could not be loaded/];
