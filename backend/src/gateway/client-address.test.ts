import { SPELLINGS } from '../../tests/support/visitor';
import { readOptions } from '../process/options';
import { clientAddress, isBot, networkOfAddress, prefixOfAddress } from './client-address';

const address = (forwardedFor: string | undefined, proxies: number, socketAddress: string | undefined = '127.0.0.1') =>
  clientAddress({ forwardedFor, socketAddress, proxies });

test('only the socket is trusted when no proxy is declared', () => {
  expect(address('198.51.100.7', 0, '192.0.2.1')).toBe('192.0.2.1');
  expect(address(undefined, 0, '::FFFF:192.0.2.1')).toBe('192.0.2.1');
  expect(address('198.51.100.7', 0, '')).toBe('');
});

test('the n-th entry from the end is trusted when n proxies are declared', () => {
  const header = '203.0.113.66, 198.51.100.7:80, 10.0.0.1';
  expect(address(header, 1)).toBe('10.0.0.1');
  expect(address(header, 2)).toBe('198.51.100.7');
  expect(address('198.51.100.7, ,', 2)).toBe('198.51.100.7');
  expect(address(' , ', 1)).toBe('127.0.0.1');
  expect(address(`${'192.0.2.1,'.repeat(100_000)}198.51.100.7`, 1)).toBe('198.51.100.7');
});

test('an entry that is no address is skipped for the next proxy, and is never replaced by an earlier one', () => {
  expect(address('203.0.113.66, unknown, 10.0.0.1', 2)).toBe('10.0.0.1');
  expect(address('203.0.113.66, unknown', 1)).toBe('127.0.0.1');
});

test('an address counts as the same network in every spelling, and an entry that is none as no address', () => {
  for (const [entry, network] of SPELLINGS) {
    expect([entry, networkOfAddress(address(entry, 1, ''))]).toEqual([
      entry,
      network.replace('unknown', '').replace('/64', ''),
    ]);
  }
});

test.each([
  ['203.0.113.7', 'cb0071'],
  ['2001:db8:7:1::1', '20010db80007'],
  ['', 'unknown'],
])('the prefix of %j is %s', (given, prefix) => {
  expect(prefixOfAddress(given)).toBe(prefix);
});

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['Scrapy-crawler/1.0', true],
  ['Baiduspider/2.0', true],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp)', true],
  ['SkypeUriPreview/0.5', true],
  ['facebookexternalhit/1.1', true],
  ['Mozilla/5.0 Chrome/130.0.0.0 Safari/537.36 Chrome-Lighthouse', true],
  ['StatusCake-Monitor/1.0', true],
  ['Uptime-Kuma/1.23', true],
  ['curl/8.5.0', true],
  ['Wget/1.21.4', true],
  ['python-requests/2.32.3', true],
  ['Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1', false],
  ['', false],
])('a caller named %j is a program: %s', (userAgent, isProgram) => {
  expect(isBot(userAgent)).toBe(isProgram);
});

test('the environment is read with its defaults', () => {
  expect(readOptions({})).toMatchObject({ databaseUrl: undefined, trustedProxies: 0, port: 0, perNetwork: undefined });
  expect(readOptions({ TRUST_PROXY: 'true', BACKEND_PORT: '5001', SUBMISSIONS_PER_ADDRESS: '900' })).toMatchObject({
    trustedProxies: 1,
    port: 5001,
    perNetwork: 900,
  });
});
