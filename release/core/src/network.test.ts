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

test.each(['http://127.0.0.1.example.fr', 'http://localhost.example.fr', 'http://192.168.1.10:4173', 'http://[::2]'])(
  'the network check refuses plain http to %s',
  (text) => {
    expect(() => readSiteOrigin('--site', text)).toThrow(
      `--site is ${new URL(text).origin}: write it with https, plain http is for this machine only.`,
    );
  },
);

test.each([
  ['ftp://localhost', '--from is "ftp://localhost": write the address of a site, as in https://www.example.fr.'],
  ['https://', '--from is "https://": write the address of a site, as in https://www.example.fr.'],
  ['https://www.example.fr/booking', '--from is more than the address of a site: write it as https://www.example.fr.'],
  ['https://www.example.fr/#a', '--from is more than the address of a site: write it as https://www.example.fr.'],
])('the network check refuses %s', (text, sentence) => {
  expect(() => readSiteOrigin('--from', text)).toThrow(sentence);
});

test('the network check refuses a password in an address without printing it', () => {
  const read = () => readSiteOrigin('--site', 'https://team:secret@www.example.fr');
  expect(read).toThrow(/^--site holds a password: leave it out\.$/);
});
