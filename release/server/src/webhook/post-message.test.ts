import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '@site/backend/tests/support/mail-server';
import { messagePoster, type PostOptions, readWebhook, signedHeaders, signingKey } from './post-message';

describe('a message', () => {
  const message = { id: 'change-7', body: '{"type":"release.activated"}' };
  const key = Buffer.alloc(32, 7);
  const servers: Server[] = [];
  let certificate: ReturnType<typeof makeCertificate>;
  let requests: number;

  beforeAll(() => {
    certificate = makeCertificate();
  });
  beforeEach(() => {
    requests = 0;
  });
  afterEach(() => {
    for (const one of servers.splice(0)) one.close().closeAllConnections();
  });

  /** A target on this machine. */
  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      requests += 1;
      answer(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `https://localhost:${(server.address() as AddressInfo).port}/hook`;
  }

  const post = (address: string, options: PostOptions = {}) =>
    messagePoster({ url: new URL(address), key }, { ca: certificate.cert, ...options })(message);

  /** Treats the addresses of this machine as public. */
  const here: PostOptions = { isAllowed: (address) => ['127.0.0.1', '::1'].includes(address) };

  test('posts the signed message once', async () => {
    const seen: unknown[] = [];
    const address = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.push([request.method, request.url, request.headers['webhook-id'], Buffer.concat(chunks).toString()]);
      seen.push(request.headers['webhook-timestamp'], request.headers['webhook-signature']);
      response.writeHead(204).end();
    });
    await post(address, { ...here, now: () => 1_764_060_000_999 });
    expect(seen).toEqual([
      ['POST', '/hook', 'change-7', message.body],
      '1764060000',
      expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    ]);
  });

  test('a name that leads to an address outside the public internet is not called', async () => {
    const address = await listen((_request, response) => response.end());
    await expect(post(address)).rejects.toThrow('is not an address of the public internet');
    expect(requests).toBe(0);
  });

  test('a redirect is a failure, and is not followed', async () => {
    const inner = await listen((_request, response) => response.end());
    const address = await listen((_request, response) => response.writeHead(307, { location: inner }).end());
    await expect(post(address, here)).rejects.toThrow('it answered 307');
    expect(requests).toBe(1);
  });

  test('a target that does not answer in time is a failure', async () => {
    const address = await listen(() => undefined);
    await expect(post(address, { ...here, timeoutMs: 300 })).rejects.toThrow('it did not answer within 0.3 s');
  });

  test('an endless answer is not read', async () => {
    const address = await listen((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    await post(address, here);
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
    ['no address', 'hooks', SECRET, 'WEBHOOK_URL must be an https address'],
    ['an address with a password', 'https://a:b@hooks.example/', SECRET, 'WEBHOOK_URL must be an https address'],
    ['no secret', 'https://hooks.example/', '', 'Set WEBHOOK_URL and WEBHOOK_SECRET together'],
    ['a secret alone', '', SECRET, 'Set WEBHOOK_URL and WEBHOOK_SECRET together'],
    ['a short secret', 'https://hooks.example/', 'whsec_c2hvcnQ=', 'WEBHOOK_SECRET must be whsec_'],
    ['a secret without its prefix', 'https://hooks.example/', SECRET.slice(6), 'WEBHOOK_SECRET must be whsec_'],
    [
      'a secret that is no base64',
      'https://hooks.example/',
      `whsec_${'é'.repeat(40)}`,
      'WEBHOOK_SECRET must be whsec_',
    ],
  ])('refuses a webhook with %s, without printing the secret', (_, WEBHOOK_URL, WEBHOOK_SECRET, message) => {
    expect(() => readWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).toThrow(message);
    expect(() => readWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).not.toThrow(SECRET);
  });

  test('a site without a webhook has neither', () => {
    expect(readWebhook({})).toBeNull();
    expect(readWebhook({ WEBHOOK_URL: '', WEBHOOK_SECRET: '' })).toBeNull();
  });
});

describe('the signature', () => {
  test('signs as in the example of the Standard Webhooks specification', () => {
    const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    if (!key) throw new Error('The secret is valid.');
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    expect(signedHeaders(message, key, 1_614_265_330_000)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});
