import type { Page, Route } from '@playwright/test';

/** The ways in which a remote's scripts can be away. */
export const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'cannot be reached': (route) => route.abort('connectionrefused'),
  'is not found': (route) => route.fulfill({ status: 404, body: 'There is no such file.' }),
  'never answers': async () => undefined,
  'answers with a page in place of a script': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Maintenance</title>' }),
  'has been tampered with': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('function', 'Function') });
  },
};

/** Another attempt at a container's script has a query. */
const scriptsOf = (remote: string) => `**/r/${remote}/**/*.js*`;

/** Takes a remote's scripts away; its pictures and styles stay. */
export async function takeAway(page: Page, remote: string, fault: (route: Route) => Promise<void>) {
  await page.route(scriptsOf(remote), fault);
}

export const bringBack = (page: Page, remote: string) => page.unroute(scriptsOf(remote));

/** What browser and shell say of it: the lost files themselves, and the page that could not be loaded. */
export const lossOf = (remote: string) => [new RegExp(`/r/${remote}/`), /The page \/\S* could not be loaded/];
