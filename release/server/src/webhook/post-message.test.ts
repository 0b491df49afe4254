import { type AnsweringServer, answerWith, startAnswering } from '@site/release-core/tests/support/answering-server';
import { messagePoster, readWebhook, signedHeaders, signingKey } from './post-message';

describe('a message', () => {
  const message = { id: 'change-7', body: '{"type":"release.activated"}' };
  const key = Buffer.alloc(32, 7);
  let target: AnsweringServer;
  afterEach(() => target.end());

  const post = (timeoutMs?: number) =>
    messagePoster({ url: new URL(`${target.origin}/hook`), key }, timeoutMs)(message);

  test('is posted once, signed for this moment', async () => {
    const seen: unknown[] = [];
    target = await startAnswering(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const body = Buffer.concat(chunks).toString();
      const signed = signedHeaders(message, key, Number(at) * 1000)['webhook-signature'];
      seen.push([
        request.method,
        request.url,
        id,
        body,
        signature === signed,
        Math.abs(Date.now() / 1000 - Number(at)),
      ]);
      response.writeHead(204).end();
    });
    await post();
    expect(seen).toEqual([['POST', '/hook', 'change-7', message.body, true, expect.closeTo(0, -1)]]);
  });

  test('that is redirected is a failure, and is not followed', async () => {
    target = await startAnswering(answerWith(307, '', { location: '/elsewhere' }));
    await expect(post()).rejects.toThrow('it answered 307');
    expect(target.asked).toHaveLength(1);
  });

  test('whose target does not answer in time is a failure', async () => {
    target = await startAnswering(() => undefined);
    await expect(post(300)).rejects.toThrow('it did not answer within 0.3 s');
  });
});

describe('the variables', () => {
  const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

  test('reads the address and the key of the webhook', () => {
    expect(readWebhook({ WEBHOOK_URL: 'https://hooks.example/site', WEBHOOK_SECRET: SECRET })).toEqual({
      url: new URL('https://hooks.example/site'),
      key: Buffer.alloc(24, 7),
    });
  });

  test.each([
    ['http', 'http://hooks.example/', SECRET, 'WEBHOOK_URL must be an https address'],
    ['an address with a password', 'https://a:b@hooks.example/', SECRET, 'WEBHOOK_URL must be an https address'],
    ['no secret', 'https://hooks.example/', '', 'Set WEBHOOK_URL and WEBHOOK_SECRET together'],
    ['a secret alone', '', SECRET, 'Set WEBHOOK_URL and WEBHOOK_SECRET together'],
    ['a short secret', 'https://hooks.example/', 'whsec_c2hvcnQ=', 'WEBHOOK_SECRET must be whsec_'],
    ['a secret without its prefix', 'https://hooks.example/', SECRET.slice(6), 'WEBHOOK_SECRET must be whsec_'],
  ])('refuses a webhook with %s, without printing the secret', (_, WEBHOOK_URL, WEBHOOK_SECRET, message) => {
    expect(() => readWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).toThrow(message);
    expect(() => readWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).not.toThrow(SECRET);
  });

  test('a site without a webhook has neither', () => {
    expect(readWebhook({})).toBeNull();
    expect(readWebhook({ WEBHOOK_URL: '', WEBHOOK_SECRET: '' })).toBeNull();
  });
});

test('a message is signed as in the example of the Standard Webhooks specification', () => {
  const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  if (!key) throw new Error('The secret is valid.');
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  expect(signedHeaders(message, key, 1_614_265_330_000)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
