import type { IncomingMessage } from 'node:http';
import { createPageCounter } from './page-counter';

const HOUR_MS = 3_600_000;
const PAGE = {
  path: '/booking',
  releases: [
    { name: 'shell', id: 's' },
    { name: 'booking', id: 'b' },
  ],
};
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
/** Pages of booking since the last call. */
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
  expect(counter.drain()).toEqual({ pages: {}, networks: {} });
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
  ['a messenger’s preview', { 'user-agent': 'facebookexternalhit/1.1' }, 'GET', 0],
  ['a telephone of Cubot', { 'user-agent': 'Mozilla/5.0 (Linux; Android 11; CUBOT X50)' }, 'GET', 1],
])('%s (%j, %s) adds %i to the count', (_, headers, method, expected) => {
  counter.count(request('192.0.2.1', headers, method), PAGE);
  expect(counted()).toBe(expected);
});

test('neither a request without an Accept header, nor a file or a page without a release, is counted', () => {
  counter.count({ ...request('192.0.2.1'), headers: {} } as IncomingMessage, PAGE);
  counter.count(request('192.0.2.1'), { path: '/favicon.ico', releases: [] });
  expect(counter.drain()).toEqual({ pages: {}, networks: {} });
});

test('one address counts twenty pages an hour, so that it cannot make a failure look rare', () => {
  open('192.0.2.1', 1000);
  open('2001:db8::1', 15);
  open('2001:db8::2', 15);
  open('192.0.2.2', 3);
  expect(counted()).toBe(43);
  time = HOUR_MS - 1;
  open('192.0.2.1');
  expect(counter.drain()).toEqual({ pages: {}, networks: {} });
  time = HOUR_MS;
  open('192.0.2.1');
  expect(counted()).toBe(1);
});

test('pages are still counted in a flood of addresses, and earlier addresses are forgotten', () => {
  open('192.0.2.1', 25);
  for (let each = 1; each < 10_000; each += 1) open(`10.${each >> 8}.${each & 255}.1`);
  expect(counted()).toBe(20 + 9999);
  open('192.0.2.1');
  expect(counted()).toBe(1);
});

describe('networks', () => {
  const groupsOf = (...addresses: readonly string[]) => {
    for (const address of addresses) open(address);
    return counter.drain().networks;
  };

  test('a network is in one group of a release, on every server, and in other groups of other releases', () => {
    const first = groupsOf('192.0.2.1');
    expect(first).toEqual({ shell: { s: [expect.any(Number)] }, booking: { b: [expect.any(Number)] } });
    expect(first.shell?.s).not.toEqual(first.booking?.b);
    counter = createPageCounter(0, () => time);
    expect(groupsOf('192.0.2.1')).toEqual(first);
  });

  test.each([
    ['a /24 of IPv4', ['192.0.2.1', '192.0.2.254'], 1],
    ['a /48 of IPv6', ['2001:db8:7:1::1', '2001:db8:7:ffff::2'], 1],
    ['different networks', ['192.0.2.1', '192.0.3.1', '2001:db8:7::1', '2001:db8:8::1'], 4],
  ])('addresses of %s (%j) count as %i', (_, addresses, expected) => {
    expect(groupsOf(...addresses).booking?.b).toHaveLength(expected);
  });

  test('thousands of networks are at most sixty-four groups', () => {
    const { booking } = groupsOf(...Array.from({ length: 5000 }, (_, each) => `10.${each >> 8}.${each & 255}.1`));
    expect(new Set(booking?.b).size).toBe(64);
    expect(booking?.b).toHaveLength(64);
  });
});
