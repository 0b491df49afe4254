import { readSettings } from './settings';

const read = (env: Record<string, string>) => readSettings(env, '/project');

test.each([{}, { PORT: '', DATA_DIR: '', SITE_CONFIG: '', STORE: '' }])('uses the defaults for %j', (env) => {
  expect(read(env as Record<string, string>)).toEqual({
    port: 4173,
    dataDir: '/project/.data',
    objectStore: null,
    siteConfig: '/project/site.json',
    backend: null,
    proxies: 0,
  });
});

test('reads all settings from the environment', () => {
  const settings = read({
    PORT: '8080',
    DATA_DIR: '/var/site',
    SITE_CONFIG: 'other.json',
    SUPABASE_URL: 'https://project.supabase.example/',
    SUPABASE_ANON_KEY: 'public-key',
    TRUST_PROXY: '2',
  });
  expect(settings).toEqual({
    port: 8080,
    dataDir: '/var/site',
    objectStore: null,
    siteConfig: '/project/other.json',
    backend: { url: 'https://project.supabase.example', anonKey: 'public-key' },
    proxies: 2,
  });
});

test('accepts only an object store as STORE', () => {
  const aws = { AWS_REGION: 'eu-west-3', AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
  const { objectStore, dataDir } = read({ STORE: 's3://site/live', ...aws });
  expect(objectStore).toMatchObject({ bucket: 'site', prefix: 'live/' });
  expect(dataDir).toBe('/project/.data');
  expect(() => read({ STORE: '/var/store', ...aws })).toThrow('STORE is no address of an object store');
});

test.each(['http', '-1', '65536', '80.5'])('refuses the port "%s"', (port) => {
  expect(() => read({ PORT: port })).toThrow(/PORT is ".*": set it to a number/);
});

test.each([{ SUPABASE_URL: 'https://a.example' }, { SUPABASE_ANON_KEY: 'key' }])(
  'refuses an incomplete hosted backend: %j',
  (env) => {
    expect(() => read(env as Record<string, string>)).toThrow('together');
  },
);

test('refuses a backend address that is not a URL', () => {
  expect(() => read({ SUPABASE_URL: 'supabase', SUPABASE_ANON_KEY: 'key' })).toThrow('not an address');
});

test.each([
  ['3', 3],
  ['true', 1],
  ['false', 0],
  ['', 0],
])('reads TRUST_PROXY=%j as %i proxies', (given, proxies) => {
  expect(read({ TRUST_PROXY: given }).proxies).toBe(proxies);
});

test('refuses an invalid number of proxies', () => {
  expect(() => read({ TRUST_PROXY: 'yes' })).toThrow("TRUST_PROXY must be a whole number from 0 to 10, not 'yes'.");
});
