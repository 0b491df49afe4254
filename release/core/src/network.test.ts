import { readSiteOrigin } from './network';

test.each([
  ['https://www.example.fr', 'https://www.example.fr'],
  ['HTTPS://WWW.example.fr:443/', 'https://www.example.fr'],
  ['https://www.example.fr:8443', 'https://www.example.fr:8443'],
  ['http://localhost:4173', 'http://localhost:4173'],
  ['http://127.0.0.1:4173/', 'http://127.0.0.1:4173'],
  ['http://[::1]:4173', 'http://[::1]:4173'],
  // `URL` and `fetch` read this number as 127.0.0.1.
  ['http://2130706433', 'http://127.0.0.1'],
])('the network check reads %s as the site %s', (text, origin) => {
  expect(readSiteOrigin('--site', text)).toBe(origin);
});

test.each([
  ...['http://127.0.0.1.example.fr', 'http://localhost.example.fr', 'http://192.168.1.10:4173', 'http://[::2]'],
  ...['ftp://localhost', 'https://', 'https://www.example.fr/booking', 'https://www.example.fr/#a'],
  'https://team:secret@www.example.fr',
])('the network check refuses %s, and does not repeat it', (text) => {
  expect(() => readSiteOrigin('--site', text)).toThrow(
    /^--site is not the address of a site: write it as https:\/\/www\.example\.fr, without a path or a password\./,
  );
});
