import type { IncomingMessage } from 'node:http';
import { countVisitors } from './visitors';

const HOUR_MS = 3_600_000;
let time: number;
const now = () => time;

beforeEach(() => {
  time = 0;
});

const page = (remoteAddress: string, headers: Record<string, string> = {}, method = 'GET') =>
  ({
    method,
    headers: { accept: 'text/html,*/*', ...headers },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

/** How many are counted a day after the start. */
function countOf(...requests: IncomingMessage[]) {
  time = 0;
  const visitors = countVisitors(0, now);
  time = 24 * HOUR_MS;
  for (const request of requests) visitors.saw(request);
  return visitors.count();
}

test('each address counts once, up to three', () => {
  expect(countOf()).toBe(0);
  expect(countOf(page('192.0.2.1'), page('192.0.2.1'), page('192.0.2.2'))).toBe(2);
  expect(countOf(...[1, 2, 3, 4, 5].map((each) => page(`192.0.2.${each}`)))).toBe(3);
});

test('an IPv4 address in IPv6 form is the same visitor, and a whole /64 is one visitor', () => {
  expect(countOf(page('192.0.2.1'), page('::ffff:192.0.2.1'))).toBe(1);
  expect(countOf(page('2001:db8::1'), page('2001:0db8:0:0:9:9:9:9'), page('2001:db8:0:1::1'))).toBe(2);
  expect(countOf(page('::1'), page('fe80::1%eth0'))).toBe(2);
});

test('requests for files, the backend and the health route are no visits', () => {
  expect(countOf(page('192.0.2.1', { accept: '*/*' }), page('192.0.2.2', {}, 'POST'))).toBe(0);
  expect(countOf({ ...page('192.0.2.3'), headers: {} } as IncomingMessage)).toBe(0);
});

test('a visitor counts for 24 hours after the latest visit', () => {
  const visitors = countVisitors(0, now);
  visitors.saw(page('192.0.2.1'));
  time = 20 * HOUR_MS;
  visitors.saw(page('192.0.2.1'));
  visitors.saw(page('192.0.2.2'));
  time = 44 * HOUR_MS - 1;
  expect(visitors.count()).toBe(2);
  time += 1;
  expect(visitors.count()).toBe(0);
});

test('of more than three addresses, the latest three are kept', () => {
  const visitors = countVisitors(0, now);
  for (const each of [1, 2, 3]) visitors.saw(page(`192.0.2.${each}`));
  time = 23 * HOUR_MS;
  for (const each of [4, 5, 6]) visitors.saw(page(`192.0.2.${each}`));
  time = 25 * HOUR_MS;
  expect(visitors.count()).toBe(3);
});

test('within a day of the start, the number is unknown until three addresses have come', () => {
  const visitors = countVisitors(0, now);
  visitors.saw(page('192.0.2.1'));
  visitors.saw(page('192.0.2.2'));
  expect(visitors.count()).toBeNull();
  visitors.saw(page('192.0.2.3'));
  expect(visitors.count()).toBe(3);
});

test('behind proxies, the address is the one that the outermost proxy saw', () => {
  const visitors = countVisitors(2, now);
  time = 24 * HOUR_MS;
  const forwarded = (list: string) => page('127.0.0.1', { 'x-forwarded-for': list });
  visitors.saw(forwarded('198.51.100.1, 192.0.2.1, 10.0.0.1'));
  visitors.saw(forwarded('198.51.100.2, 192.0.2.1, 10.0.0.2'));
  expect(visitors.count()).toBe(1);
  visitors.saw(forwarded('192.0.2.2, 10.0.0.1'));
  expect(visitors.count()).toBe(2);
});

test('without a proxy, X-Forwarded-For is ignored', () => {
  expect(
    countOf(page('192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }), page('192.0.2.1', { 'x-forwarded-for': 'x' })),
  ).toBe(1);
});
