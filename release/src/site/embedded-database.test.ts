import { embeddedDatabaseNotice } from './embedded-database';

test.each(['https://example.fr', 'http://formation.example.fr:8080', 'https://203.0.113.7', 'https://[2001:db8::1]'])(
  'a site at %s gets a notice about the limits of the embedded database',
  (origin) => {
    expect(embeddedDatabaseNotice(origin, undefined)).toMatch(/docs\/host-one-machine\.md\.$/);
  },
);

test.each([
  '',
  'not an address',
  'http://localhost:4173',
  'http://site.localhost',
  'http://machine',
  'http://machine.local',
  'http://site.test',
  'http://127.0.0.1:4173',
  'http://192.168.1.20',
  'http://10.0.0.1',
  'http://172.20.0.1',
  'http://[::1]',
  'http://[fd00::1]',
])('a site at "%s" gets no notice', (origin) => {
  expect(embeddedDatabaseNotice(origin, undefined)).toBeNull();
});

test('a public site on PostgreSQL gets no notice', () => {
  expect(embeddedDatabaseNotice('https://example.fr', 'postgresql://site@localhost/site')).toBeNull();
});
