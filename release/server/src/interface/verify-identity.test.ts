import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '@site/release-core/store/store';
import { tinyStore } from '@site/release-core/tests/support/tiny-site';
import { grantsIn } from '@site/release-core/wire/grants';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { giveGrant, type InterfaceSite, WITHDRAWAL } from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';
import { createIdentityVerifier } from './verify-identity';

const SITE = 'https://journee.example';
const HOUR_S = 3600;
const now = () => Math.floor(Date.now() / 1000);

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: typeof keys;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  others = await generateKeyPair('RS256', { extractable: true });
});

let issuer: string;
let answers: Record<string, () => object | { status: number; location: string }>;
let asked: string[];
let server: Server;
let store: Store;
let site: InterfaceSite;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? '']?.();
    if (!answer) response.writeHead(500).end();
    else if ('location' in answer) response.writeHead(302, { location: String(answer.location) }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  answers = {
    '/.well-known/openid-configuration': () => ({ issuer, jwks_uri: `${issuer}/keys` }),
    '/keys': () => ({ keys: [jwk] }),
  };
  store = await tinyStore();
  site = await serveForTests({ store, verifyIdentity: createIdentityVerifier(async () => SITE) });
});
afterEach(() => {
  site.stop();
  server.close().closeAllConnections();
});

const trust = (claims: Record<string, string>, to = 'CI de réservation') =>
  giveGrant(store, { to, token: undefined, oidc: { issuer, claims } } as never);

const signed = (claims: Record<string, unknown> = {}, header = {}, key = keys.privateKey) =>
  new SignJWT({
    iss: issuer,
    aud: SITE,
    sub: 'repo:equipe/reservation:environment:production',
    repository: 'equipe/reservation',
    environment: 'production',
    jti: randomUUID(),
    iat: now(),
    exp: now() + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
    .sign(key);

async function call(path: string, token: string, { at = site, ...init }: RequestInit & { at?: InterfaceSite } = {}) {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const answer = await fetch(`${at.address}/${path}`, { ...init, headers });
  return { status: answer.status, body: await answer.json() };
}

const exchange = (token: string, at = site) => call('identity', token, { method: 'POST', at });

/** Exchanges the identity token, and reads with the token that the site gives. */
async function ask(token: string) {
  const exchanged = await exchange(token);
  if (exchanged.status !== 201) return { status: exchanged.status, detail: exchanged.body.detail };
  const { status, body } = await call('store/index/', exchanged.body.token);
  return { status, detail: body.detail ?? '' };
}

const CLAIMS = { repository: 'equipe/reservation', environment: 'production' };
const payload = () => ({ iss: issuer, aud: SITE, ...CLAIMS, iat: now(), exp: now() + 300 });

test('an identity token with the claims of a grant has its rights, and no secret is stored', async () => {
  await trust(CLAIMS);
  expect(await ask(await signed())).toEqual({ status: 200, detail: '' });
  expect((await grantsIn(store.blobs).list())[0]).not.toHaveProperty('token');
});

test.each<[what: string, why: string, token: () => Promise<string> | string]>([
  ['for another site', 'unexpected "aud" claim value', () => signed({ aud: 'https://other.example' })],
  [
    'of a repository with a longer name',
    'its claims fit no grant',
    () => signed({ repository: 'equipe/reservation-2' }),
  ],
  ['with a list of repositories', 'its claims fit no grant', () => signed({ repository: ['equipe/reservation'] })],
  ['without the environment', 'its claims fit no grant', () => signed({ environment: undefined })],
  ['that expired more than a minute ago', '"exp" claim timestamp check failed', () => signed({ exp: now() - 90 })],
  ['without an expiry', 'missing required "exp" claim', () => signed({ exp: undefined })],
  ['without an id of its own', 'missing required "jti" claim', () => signed({ jti: undefined })],
  ['whose id is a number', 'its "jti" is no text', () => signed({ jti: 7 })],
  ['without a time of issue', 'missing required "iat" claim', () => signed({ iat: undefined })],
  ['that becomes valid in more than a minute', '"nbf" claim timestamp check failed', () => signed({ nbf: now() + 90 })],
  ['issued over an hour ago', '"iat" claim timestamp check failed', () => signed({ iat: now() - HOUR_S - 90 })],
  ['signed with another key', 'signature verification failed', () => signed({}, {}, others.privateKey)],
  ['signed with an unlisted key', 'no applicable key found', () => signed({}, { kid: 'two' }, others.privateKey)],
  ['of an issuer without a grant', 'its issuer has no grant here', () => signed({ iss: 'https://evil.example' })],
  ['that is not signed', 'it is not known here', () => new UnsecuredJWT(payload()).encode()],
  [
    "signed with the issuer's public key as a shared secret",
    '"alg" (Algorithm) Header Parameter value not allowed',
    async () =>
      new SignJWT(payload())
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(new TextEncoder().encode(await exportSPKI(keys.publicKey))),
  ],
  ['whose payload is not JSON', 'its issuer has no grant here', () => 'eyJhbGciOiJSUzI1NiJ9.bm8.bm8'],
])('an identity token %s is refused, because %s', async (_, why, token) => {
  await trust(CLAIMS);
  const { status, detail } = await ask(await token());
  expect([status, detail]).toEqual([401, expect.stringContaining(`This token is not accepted: ${why}`)]);
});

test('clocks may differ by a minute', async () => {
  await trust(CLAIMS);
  expect((await ask(await signed({ exp: now() - 30 }))).status).toBe(200);
  expect((await ask(await signed({ nbf: now() + 30 }))).status).toBe(200);
});

test('the grant with more claims wins when two match', async () => {
  await trust({ repository: 'equipe/reservation' }, 'tous les environnements');
  await trust(CLAIMS, 'production');
  const { token } = (await exchange(await signed())).body;
  const answer = await call('commands/revoke', token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ words: ['landing@1.0.0-a'] }),
  });
  expect(answer.body.detail).toContain('The grant of production is for booking');
});

const serveAgain = (served = store) =>
  serveForTests({ store: served, verifyIdentity: createIdentityVerifier(async () => SITE) });

describe('an identity token that somebody finds in a log', () => {
  let token: string;
  beforeEach(async () => {
    await trust(CLAIMS);
    token = await signed();
    await exchange(token);
  });

  test('is not exchanged again, neither here, nor by another server of the store, nor after a restart', async () => {
    const other = await serveAgain();
    for (const at of [site, other]) {
      expect(await exchange(token, at)).toMatchObject({
        status: 401,
        body: { detail: 'This token is not accepted: it was exchanged before, ask the CI for another.' },
      });
    }
    other.stop();
  });

  test('opens nothing else than the exchange', async () => {
    expect(await call('store/index/', await signed())).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('an identity token is exchanged first, at POST /release/v1/identity') },
    });
  });
});

test('a withdrawn grant ends its session and accepts no identity token; other tokens are not exchanged', async () => {
  const { id, token } = await giveGrant(store);
  expect(await exchange(token)).toMatchObject({ status: 422 });
  await grantsIn(store.blobs).withdraw(id, WITHDRAWAL);
  const granted = await trust(CLAIMS);
  const session = (await exchange(await signed())).body.token;
  expect((await call('store/index/', session)).status).toBe(200);
  await grantsIn(store.blobs).withdraw(granted.id, WITHDRAWAL);
  await trust({ repository: 'equipe/contact' });
  expect(await call('store/index/', session)).toMatchObject({
    status: 401,
    body: { detail: expect.stringContaining(`the grant ${granted.id} was withdrawn`) },
  });
  expect((await exchange(await signed())).status).toBe(401);
  expect((await call('store/index/', `${session.slice(0, -1)}${session.endsWith('a') ? 'b' : 'a'}`)).status).toBe(401);
});

const WORKFLOW = 'equipe/reservation/.github/workflows/release.yml';

test.each([
  ['with its branch', `${WORKFLOW}@refs/heads/main`, `${WORKFLOW}@refs/heads/main`, 200],
  ['without a branch, for any', WORKFLOW, `${WORKFLOW}@refs/pull/7/merge`, 200],
  ['with another branch', `${WORKFLOW}@refs/heads/main`, `${WORKFLOW}@refs/heads/main2`, 401],
  ['without a branch, for another file', WORKFLOW, `${WORKFLOW}@2.yml@refs/heads/main`, 401],
  ['without a branch, for a longer name', WORKFLOW, `${WORKFLOW}2@refs/heads/main`, 401],
  ['of another repository', WORKFLOW, `equipe/autre/.github/workflows/release.yml@refs/heads/main`, 401],
])('a grant that names a workflow %s answers accordingly', async (_, granted, claimed, status) => {
  await trust({ repository_id: '74', job_workflow_ref: granted });
  expect((await ask(await signed({ repository_id: '74', job_workflow_ref: claimed }))).status).toBe(status);
});

test('a valid identity token from an address with many refused tokens is only asked to wait, and is not examined', async () => {
  await trust(CLAIMS);
  for (let count = 0; count < 20; count += 1) await ask('x');
  const { status, detail } = await ask(await signed());
  expect([status, detail]).toEqual([
    429,
    expect.stringMatching(
      /^Wait \d+ seconds: this token was not examined, because many from your address were refused\.$/,
    ),
  ]);
  expect(asked).toEqual([]);
});

test('many tokens with unknown keys make few requests to the issuer', async () => {
  await trust(CLAIMS);
  for (let count = 0; count < 15; count += 1) await ask(await signed({}, { kid: `k${count}` }, others.privateKey));
  expect(asked.length).toBeLessThanOrEqual(3);
});

const CONFIGURATION = '/.well-known/openid-configuration';
const configure = (answer: object) => {
  answers[CONFIGURATION] = () => answer;
};

/** In a body without an announced length. */
const TOO_LONG = 'x'.repeat(64 * 1024);

test.each<[what: string, change: () => void]>([
  ['does not answer', () => server.close().closeAllConnections()],
  ['answers with an error', () => delete answers[CONFIGURATION]],
  ['names another issuer', () => configure({ issuer: 'https://other.example', jwks_uri: `${issuer}/keys` })],
  [
    'redirects elsewhere',
    () => {
      answers['/elsewhere'] = () => ({ issuer, jwks_uri: `${issuer}/keys` });
      configure({ status: 302, location: `${issuer}/elsewhere` });
    },
  ],
  ['has its keys on plain http elsewhere', () => configure({ issuer, jwks_uri: 'http://keys.example/keys' })],
  ['has no keys at their address', () => delete answers['/keys']],
  ['describes itself at length', () => configure({ issuer, jwks_uri: `${issuer}/keys`, text: TOO_LONG })],
  [
    'has more keys than fit',
    () => {
      const listed = answers['/keys']?.();
      answers['/keys'] = () => ({ ...listed, text: TOO_LONG });
    },
  ],
])('an identity token is answered with 503 when its issuer %s', async (_, change) => {
  await trust(CLAIMS);
  change();
  const { status, detail } = await ask(await signed());
  expect([status, detail]).toEqual([503, `The keys of ${issuer} cannot be read from here: try again in a minute.`]);
});

test('an issuer that did not answer is not asked again immediately', async () => {
  await trust(CLAIMS);
  delete answers[CONFIGURATION];
  for (let count = 0; count < 5; count += 1) await ask(await signed());
  expect(asked).toHaveLength(1);
});
