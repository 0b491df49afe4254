/** @jest-environment node */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

type Answer = { readonly status: number; readonly from: string };
type Listener = (event: object) => void;

const ORIGIN = 'https://site.exemple.fr';
const SOURCE = readFileSync(join(__dirname, '../../app/sw.js'), 'utf8');
const page: Answer = { status: 200, from: 'the cache' };

/** Runs the service worker with a page in its cache. @param network answers its requests */
function startWorker(network: () => Promise<Answer>) {
  const listeners: Record<string, Listener> = {};
  const opened: string[] = [];
  const shown: [title: string, options: unknown][] = [];
  const subscribed: unknown[] = [];
  const windows: { url: string; focus: () => Promise<void>; navigate: (url: string) => void }[] = [];
  const self = {
    location: new URL(ORIGIN),
    addEventListener: (name: string, listener: Listener) => {
      listeners[name] = listener;
    },
    registration: {
      pushManager: { subscribe: async (options: unknown) => subscribed.push(options) },
      showNotification: (...given: [string, unknown]) => shown.push(given),
    },
    clients: { matchAll: async () => windows, openWindow: (url: string) => opened.push(url) },
  };
  const caches = { open: async () => ({ match: async (path: string) => (path === '/espace' ? page : undefined) }) };
  runInNewContext(SOURCE, { self, caches, fetch: network, URL, setTimeout, Promise });
  const request = async (path: string, mode = 'navigate'): Promise<Answer | 'not handled'> => {
    let answer: Promise<Answer> | undefined;
    const respondWith = (given: Promise<Answer>) => {
      answer = given;
    };
    listeners.fetch?.({ request: { url: ORIGIN + path, mode }, respondWith });
    return answer ?? 'not handled';
  };
  const send = async (name: string, event: object) => {
    let done: unknown;
    listeners[name]?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  return { request, send, opened, shown, subscribed, windows };
}

const fromNetwork = (status: number) => async (): Promise<Answer> => ({ status, from: 'the network' });
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

afterEach(() => jest.useRealTimers());

test.each([
  ['the network while it answers', fromNetwork(200), 'the network'],
  ['the network when the part is not active', fromNetwork(404), 'the network'],
  ['the cache while the site is away', fromNetwork(503), 'the cache'],
  ['the cache without network', noNetwork, 'the cache'],
])('the page comes from %s', async (_, network, from) => {
  expect(await startWorker(network).request('/espace?vue=agenda')).toMatchObject({ from });
});

test('a network that does not answer within three seconds is not waited for', async () => {
  jest.useFakeTimers();
  const answer = startWorker(() => new Promise(() => undefined)).request('/espace');
  await jest.advanceTimersByTimeAsync(3000);
  expect(await answer).toMatchObject({ from: 'the cache' });
});

test('previews, other pages and answers of the backend do not pass through it', async () => {
  const { request } = startWorker(noNetwork);
  for (const path of ['/espace?release=owner@1.0.0-a', '/espaces', '/']) {
    expect(await request(path)).toBe('not handled');
  }
  expect(await request('/rest/v1/rpc/owner_today', 'cors')).toBe('not handled');
});

test('a file of a release that is not kept fails as it would without the worker', async () => {
  await expect(startWorker(noNetwork).request('/r/owner/1.0.0-a/0.js', 'cors')).rejects.toThrow('Failed to fetch');
});

test('a notification opens its request, in the window that is open', async () => {
  const { send, opened, shown, windows } = startWorker(noNetwork);
  const url = '/espace?demande=1';
  await send('push', { data: { json: () => ({ title: 'Nouveau message', url }) } });
  expect(shown).toEqual([['Nouveau message', expect.objectContaining({ tag: url, data: url })]]);
  const notification = { data: url, close: () => undefined };
  await send('notificationclick', { notification });
  expect(opened).toEqual([url]);
  const navigate = jest.fn();
  windows.push({ url: `${ORIGIN}/espace?vue=agenda`, focus: async () => undefined, navigate });
  await send('notificationclick', { notification });
  expect(navigate).toHaveBeenCalledWith(url);
  expect(opened).toHaveLength(1);
});

test('a subscription that its service ends is made again, and one that it has renewed is left', async () => {
  const { send, subscribed } = startWorker(noNetwork);
  const options = { userVisibleOnly: true };
  await send('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: { options } });
  await send('pushsubscriptionchange', { oldSubscription: null });
  expect(subscribed).toEqual([]);
  await send('pushsubscriptionchange', { oldSubscription: { options } });
  expect(subscribed).toEqual([options]);
});
