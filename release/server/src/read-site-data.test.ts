import { describeVisitorMails, readSettings, visitorMailsOf } from './read-site-data';

const read = (env: Record<string, string>) => readSettings(env, '/project');

test.each([{}, { PORT: '', DATA_DIR: '', SITE_CONFIG: '', STORE: '' }])(
  'readSiteData uses the defaults for %j',
  (env) => {
    expect(read(env as Record<string, string>)).toEqual({
      port: 4173,
      dataDir: '/project/.data',
      objectStore: null,
      siteConfig: '/project/site.json',
      backend: null,
      proxies: 0,
    });
  },
);

test('readSiteData reads all settings from the environment', () => {
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

test('readSiteData accepts only an object store as STORE', () => {
  expect(() => read({ STORE: '/var/store' })).toThrow('STORE is no address of an object store');
});

test.each([{ SUPABASE_URL: 'https://a.example' }, { SUPABASE_ANON_KEY: 'key' }])(
  'readSiteData refuses an incomplete hosted backend: %j',
  (env) => {
    expect(() => read(env as Record<string, string>)).toThrow('together');
  },
);

test('readSiteData refuses a backend address that is not a URL', () => {
  expect(() => read({ SUPABASE_URL: 'supabase', SUPABASE_ANON_KEY: 'key' })).toThrow('not an address');
});

test.each<[Parameters<typeof visitorMailsOf>, string]>([
  [[{ origin: 'https://site.fr' }, { SMTP_URL: 'smtps://a' }], 'Mails to visitors: on.'],
  [[{ origin: 'https://site.fr' }, {}, true], 'Mails to visitors: on.'],
  [
    [{ origin: '' }, { SMTP_URL: 'smtps://a' }],
    'Mails to visitors: off; without "origin" in site.json their mails have no link to manage the request.',
  ],
  [
    [{ origin: 'https://site.fr' }, { SMTP_URL: '' }],
    'Mails to visitors: off; without SMTP_URL no mail leaves, so visitors keep only what they save of the recap.',
  ],
  [[{ origin: 'https://site.fr', visitorMails: false }, { SMTP_URL: 'smtps://a' }], 'Mails to visitors: off.'],
  [
    [{ origin: '', visitorMails: true }, { SMTP_URL: 'smtps://a' }],
    'Mails to visitors: on; without "origin" in site.json their mails have no link to manage the request.',
  ],
  [
    [
      { origin: 'https://site.fr', visitorMails: true },
      { SMTP_URL: 'smtps://a', VISITOR_MAILS: 'false' },
    ],
    'Mails to visitors: off.',
  ],
])(
  'mails to visitors are on once they can leave and link to the site, unless the owner says otherwise: %j',
  (given, sentence) => {
    expect(describeVisitorMails(visitorMailsOf(...given))).toBe(sentence);
  },
);
