import { createHash } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { readIndex } from './routes';

type Fault = (route: Route) => Promise<void>;

export const FAULTS = {
  'cannot be reached': (route) => route.abort('connectionrefused'),
  'is not found': (route) => route.fulfill({ status: 404, body: 'There is no such file.' }),
  'never answers': async () => undefined,
  'answers with a page in place of a script': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Maintenance</title>' }),
  'has been tampered with': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('function', 'Function') });
  },
} satisfies Readonly<Record<string, Fault>>;

/** Retries add a query to the address of the entry. */
const isEntry = (route: Route) => route.request().url().includes('/remoteEntry.js');

/** Every fault of a script, and faults of a remote's chunks when only its entry loads. */
export const REMOTE_FAULTS = {
  ...FAULTS,
  'has lost its chunks': (route) => (isEntry(route) ? route.continue() : route.fulfill({ status: 404 })),
  'has chunks that were tampered with': async (route) => {
    if (isEntry(route)) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};document.title = 'Tampered';` });
  },
} satisfies Readonly<Record<string, Fault>>;

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

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/**
 * Serves a remote as a release whose pages throw on render. All hashes match, from the page's release index to the entry
 * and its chunks, as if such a release had been published.
 */
export async function breakRendering(page: Page, remote: string) {
  const { remotes } = await readIndex(page.request);
  const { entry, integrity } = remotes[remote] ?? { entry: '', integrity: '' };
  const folder = entry.replace('remoteEntry.js', '');
  const textOf = async (path: string) => (await page.request.get(path)).text();
  const { files } = JSON.parse(await textOf(`${folder}release.json`)) as { files: Record<string, string> };
  let entryText = await textOf(entry);
  for (const [file, hash] of Object.entries(files)) {
    if (!file.endsWith('.js') || folder + file === entry) continue;
    const text = (await textOf(folder + file)).replace(/Page:\(\)=>[\w$]+/, 'Page:()=>()=>{throw new Error("broken")}');
    entryText = entryText.replaceAll(hash, integrityOf(text));
    await page.route(`**${folder}${file}`, (route) => fulfilScript(route, text));
  }
  await page.route(`**${entry}`, (route) => fulfilScript(route, entryText));
  await page.route(
    (url) => !url.pathname.includes('.') && !url.pathname.startsWith('/rest/'),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(integrity, integrityOf(entryText)) });
    },
  );
}

const fulfilScript = (route: Route, body: string) =>
  route.fulfill({ body, contentType: 'text/javascript', headers: { 'cross-origin-resource-policy': 'same-origin' } });
