import type { IncomingMessage } from 'node:http';
import { HOUR_MS } from '@site/contract/today';
import { createPageCounter } from './page-counter';

const PAGE = {
  path: '/booking',
  releases: [
    { name: 'shell', id: 's' },
    { name: 'booking', id: 'b' },
  ],
  linked: [{ name: 'landing', id: 'l' }],
};
const NOTHING = { pages: {}, networks: { sent: {}, opened: {} } };
let time: number;
let counter: ReturnType<typeof createPageCounter>;

beforeEach(() => {
  time = 0;
  counter = createPageCounter(0, () => time);
});

const request = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  ({
    method,
    headers: { accept: 'text/html,*/*', ...headers },
    socket: { remoteAddress: address },
  }) as unknown as IncomingMessage;
const counted = () => counter.drain().pages.booking?.b?.['/booking'] ?? 0;
const open = (address = '192.0.2.1', times = 1) => {
  for (let each = 0; each < times; each += 1) counter.count(request(address), PAGE);
};

test('a page counts for its route with each release that it runs, until the counts are taken', () => {
  const openWith = (path: string, shell: string, name: string, id: string) =>
    counter.count(request('192.0.2.1'), {
      path,
      releases: [
        { name: 'shell', id: shell },
        { name, id },
      ],
      linked: [],
    });
  open('192.0.2.1', 2);
  openWith('/', 's', 'landing', 'l');
  openWith('/booking', 's2', 'booking', 'b');
  openWith('/rappel', 's2', 'booking', 'b');
  expect(counter.drain().pages).toEqual({
    shell: { s: { '/booking': 2, '/': 1 }, s2: { '/booking': 1, '/rappel': 1 } },
    booking: { b: { '/booking': 3, '/rappel': 1 } },
    landing: { l: { '/': 1 } },
  });
  expect(counter.drain()).toEqual(NOTHING);
});

test.each([
  ['a page that a browser opens', { 'sec-fetch-dest': 'document' }, 'GET', 1],
  ['a page that an older browser opens', {}, 'GET', 1],
  ['a page in a frame', { 'sec-fetch-dest': 'iframe' }, 'GET', 0],
  ['a page that a script fetches', { 'sec-fetch-dest': 'empty' }, 'GET', 0],
  ['a program that accepts anything', { accept: '*/*' }, 'GET', 0],
  ['a HEAD request', {}, 'HEAD', 0],
  ['a prefetch', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }, 'GET', 0],
  ['a prerender', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }, 'GET', 0],
  ['a prefetch of an older browser', { purpose: 'prefetch' }, 'GET', 0],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'GET', 0],
])('%s (%j, %s) adds %i to the count', (_, headers, method, expected) => {
  counter.count(request('192.0.2.1', headers, method), PAGE);
  expect(counted()).toBe(expected);
});

test('neither a request without an Accept header, nor a file or a page without a release, is counted', () => {
  counter.count({ ...request('192.0.2.1'), headers: {} } as IncomingMessage, PAGE);
  counter.count(request('192.0.2.1'), { path: '/favicon.ico', releases: [], linked: [] });
  expect(counter.drain()).toEqual(NOTHING);
});

test('one network counts twenty pages within an hour that slides', () => {
  open('192.0.2.1', 15);
  open('2001:db8::1', 15);
  open('2001:db8:0:2::1', 15);
  open('192.0.3.1', 3);
  expect(counted()).toBe(15 + 20 + 3);
  time = HOUR_MS - 1;
  open('192.0.2.2', 15);
  expect(counted()).toBe(5);
  time = HOUR_MS;
  open('192.0.2.1', 20);
  expect(counted()).toBe(15);
});

test('pages are still counted in a flood of networks, and earlier networks are forgotten', () => {
  open('192.0.2.1', 25);
  for (let each = 1; each < 10_000; each += 1) open(`10.${each >> 8}.${each & 255}.1`);
  expect(counted()).toBe(20 + 9999);
  open('192.0.2.1');
  expect(counted()).toBe(1);
});

test('a network is in one group of a release, on every server, and in other groups of other releases', () => {
  open('192.0.2.1', 30);
  open('192.0.2.254');
  const { sent, opened } = counter.drain().networks;
  expect(opened).toEqual({ shell: { s: [expect.any(Number)] }, booking: { b: [expect.any(Number)] } });
  expect(opened.shell?.s).not.toEqual(opened.booking?.b);
  expect(sent).toEqual({ ...opened, landing: { l: [expect.any(Number)] } });
  counter = createPageCounter(0, () => time);
  open('192.0.2.1');
  expect(counter.drain().networks).toEqual({ sent, opened });
});
