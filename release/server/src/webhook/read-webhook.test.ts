import { readWebhook } from './read-webhook';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

test('reads the address and the key of the webhook', () => {
  expect(readWebhook({ WEBHOOK_URL: 'https://hooks.example/site', WEBHOOK_SECRET: SECRET })).toEqual({
    url: new URL('https://hooks.example/site'),
    key: Buffer.alloc(24, 7),
  });
});

test.each([
  ['http', 'http://hooks.example/', SECRET, 'WEBHOOK_URL must be an https address'],
  ['no address', 'hooks', SECRET, 'WEBHOOK_URL must be an https address'],
  ['an address with a password', 'https://a:b@hooks.example/', SECRET, 'WEBHOOK_URL must be an https address'],
  ['no secret', 'https://hooks.example/', '', 'Set WEBHOOK_URL and WEBHOOK_SECRET together'],
  ['a secret alone', '', SECRET, 'Set WEBHOOK_URL and WEBHOOK_SECRET together'],
  ['a short secret', 'https://hooks.example/', 'whsec_c2hvcnQ=', 'WEBHOOK_SECRET must be whsec_'],
  ['a secret without its prefix', 'https://hooks.example/', SECRET.slice(6), 'WEBHOOK_SECRET must be whsec_'],
  ['a secret that is no base64', 'https://hooks.example/', `whsec_${'é'.repeat(40)}`, 'WEBHOOK_SECRET must be whsec_'],
])('refuses a webhook with %s, without printing the secret', (_, WEBHOOK_URL, WEBHOOK_SECRET, message) => {
  expect(() => readWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).toThrow(message);
  expect(() => readWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).not.toThrow(SECRET);
});

test('a site without a webhook has neither', () => {
  expect(readWebhook({})).toBeNull();
  expect(readWebhook({ WEBHOOK_URL: '', WEBHOOK_SECRET: '' })).toBeNull();
});
