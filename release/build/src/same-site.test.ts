import type { IncomingHttpHeaders } from 'node:http';
import { developmentOrigin, hostToListenOn, isSameSiteRequest } from './same-site';

const SITE = 4173;
const HOT = 4175;
const LAN = '192.168.1.20';

const isSameSite = (headers: IncomingHttpHeaders, { host, method = 'GET' }: { host?: string; method?: string } = {}) =>
  isSameSiteRequest(
    { method, headers: { host: `localhost:${HOT}`, ...headers }, socket: { localPort: HOT } },
    SITE,
    host,
  );

test.each<[string, IncomingHttpHeaders]>([
  ['a program', {}],
  ['an address that the developer types', { 'sec-fetch-site': 'none' }],
  ['a page of the same server', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4290' }],
  ['a script of the site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4173' }],
  ['a picture of the site, which has no Origin', { 'sec-fetch-site': 'same-site', referer: 'http://localhost:4173/' }],
  ['the site by its IPv4 address', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:4173' }],
  ['the site by its IPv6 address', { host: '[::1]:4175', origin: 'http://[::1]:4173' }],
  [
    'a link of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ],
])('%s is answered', (_, headers) => {
  expect(isSameSite(headers)).toBe(true);
});

test.each<[string, IncomingHttpHeaders]>([
  ['a name that leads to this machine', { host: 'evil.example:4175', 'sec-fetch-site': 'same-origin' }],
  ['an address of the network', { host: `${LAN}:4175` }],
  ['no name', { host: undefined }],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site in an old browser', { origin: 'https://evil.example' }],
  ['another program of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  ['a picture in a page that hides its address', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a picture in another page', { 'sec-fetch-site': 'same-site', referer: 'http://localhost:3000/' }],
  ['a sandboxed page', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a page of an extension', { origin: 'chrome-extension://abcdef' }],
  [
    'a frame in another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  ],
])('%s is refused', (_, headers) => {
  expect(isSameSite(headers)).toBe(false);
});

test('a form of another site is refused', () => {
  const sent = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(isSameSite({ ...sent, origin: 'https://evil.example' }, { method: 'POST' })).toBe(false);
});

test('HOST is listened on, is the name of the pages, and is answered', () => {
  expect([hostToListenOn(LAN), developmentOrigin(HOT, LAN)]).toEqual([LAN, `http://${LAN}:4175`]);
  expect(isSameSite({ host: `${LAN}:4175`, origin: `http://${LAN}:4173` }, { host: LAN })).toBe(true);
  expect(developmentOrigin(HOT, 'fd00::2')).toBe('http://[fd00::2]:4175');
  expect(developmentOrigin(HOT, '0.0.0.0')).toBe('http://localhost:4175');
});
