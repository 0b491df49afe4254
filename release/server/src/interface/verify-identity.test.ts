import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type Grant, grantsIn } from '@site/release-core/store/grants';
import type { Store } from '@site/release-core/store/store';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { tinyStore } from '@site/release-core/tests/support/tiny-site';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { callAs, giveGrant, type InterfaceSite, WITHDRAWAL } from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';
import type { VerifyIdentity } from './authenticate';
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
let grants: Grant[];
let verify: VerifyIdentity;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? '']?.();
    if (!answer) response.writeHead(500).end();
    else if ('location' in answer) response.writeHead(302, { location: String(answer.location) }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  issuer = await listenOnLoopback(server);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  answers = {
    '/.well-known/openid-configuration': () => ({ issuer, jwks_uri: `${issuer}/keys` }),
    '/keys': () => ({ keys: [jwk] }),
  };
  grants = [];
  verify = createIdentityVerifier(async () => SITE);
});
afterEach(() => server.close().closeAllConnections());

const grantFor = (claims: Record<string, string>, to: string): Grant => ({
  id: 'abcdefghijkl',
  to,
  names: ['booking'],
  may: ['publish'],
  by: '',
  at: '',
  oidc: { issuer, claims },
});
const trust = (claims: Record<string, string>, to = 'CI de réservation') => void grants.push(grantFor(claims, to));

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

async function ask(token: string): Promise<string> {
  const found = await verify(token, grants);
  return 'grant' in found ? found.grant.to : found.why;
}

const CLAIMS = { repository: 'equipe/reservation', environment: 'production' };
const payload = () => ({ iss: issuer, aud: SITE, ...CLAIMS, iat: now(), exp: now() + 300 });

test('an identity token with the claims of a grant has its rights', async () => {
  trust(CLAIMS);
  const token = await signed({ jti: 'one' });
  expect(await verify(token, grants)).toMatchObject({ grant: grants[0], identity: { issuer, jti: 'one' } });
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
  ['of an issuer without a grant', 'its issuer has no grant here', () => signed({ iss: 'https://evil.example' })],
  ['that is not signed', '"alg" (Algorithm) Header Parameter', () => new UnsecuredJWT(payload()).encode()],
])('an identity token %s is refused, because %s', async (_, why, token) => {
  trust(CLAIMS);
  expect(await ask(await token())).toContain(why);
});

test('clocks may differ by a minute', async () => {
  trust(CLAIMS, 'CI');
  for (const claims of [{ exp: now() - 30 }, { nbf: now() + 30 }]) expect(await ask(await signed(claims))).toBe('CI');
});

test('the grant with more claims wins when two match', async () => {
  trust({ repository: 'equipe/reservation' }, 'tous les environnements');
  trust(CLAIMS, 'production');
  expect(await ask(await signed())).toBe('production');
});

describe('the exchange', () => {
  let store: Store;
  let site: InterfaceSite;
  beforeEach(async () => {
    store = await tinyStore();
    site = await serveForTests({ store, verifyIdentity: verify });
  });

  const give = () => giveGrant(store, { token: undefined, oidc: { issuer, claims: CLAIMS } } as never);
  const exchange = (token: string, { address } = site) => callAs(token, `POST ${address}/identity`);
  const read = (token: string) => callAs(token, `GET ${site.address}/store/index/`);

  test('takes an identity token once, on whichever server, and nothing else takes it', async () => {
    await give();
    const token = await signed();
    expect((await read(token)).body.detail).toContain(
      'an identity token is exchanged first, at POST /release/v1/identity',
    );
    expect((await exchange(token)).status).toBe(201);
    for (const at of [site, await serveForTests({ store, verifyIdentity: verify })]) {
      expect(await exchange(token, at)).toMatchObject({
        status: 401,
        body: { detail: 'This token is not accepted: it was exchanged before, ask the CI for another.' },
      });
    }
  });

  test('a withdrawn grant ends its session and accepts no identity token; other tokens are not exchanged', async () => {
    const { token } = await giveGrant(store);
    expect(await exchange(token)).toMatchObject({ status: 422 });
    const { id } = await give();
    const session = (await exchange(await signed())).body.token;
    expect((await read(session)).status).toBe(200);
    await grantsIn(store.blobs).withdraw(id, WITHDRAWAL);
    expect((await read(session)).body.detail).toContain(`the grant ${id} was withdrawn`);
    expect((await exchange(await signed())).status).toBe(401);
  });

  test('a token from an address with many refused ones is only asked to wait, and is not examined', async () => {
    await give();
    for (let count = 0; count < 20; count += 1) await exchange('x');
    expect(await exchange(await signed())).toMatchObject({
      status: 429,
      body: {
        detail: expect.stringContaining('this token was not examined, because many from your address were refused'),
      },
    });
    expect(asked).toEqual([]);
  });
});

const WORKFLOW = 'equipe/reservation/.github/workflows/release.yml';

test.each([
  ['with its branch', `${WORKFLOW}@refs/heads/main`, `${WORKFLOW}@refs/heads/main`, true],
  ['without a branch, for any', WORKFLOW, `${WORKFLOW}@refs/pull/7/merge`, true],
  ['with another branch', `${WORKFLOW}@refs/heads/main`, `${WORKFLOW}@refs/heads/main2`, false],
  ['without a branch, for another file', WORKFLOW, `${WORKFLOW}@2.yml@refs/heads/main`, false],
  ['without a branch, for a longer name', WORKFLOW, `${WORKFLOW}2@refs/heads/main`, false],
  ['of another repository', WORKFLOW, `equipe/autre/.github/workflows/release.yml@refs/heads/main`, false],
])('a grant that names a workflow %s answers accordingly', async (_, granted, claimed, isAccepted) => {
  trust({ repository_id: '74', job_workflow_ref: granted }, 'accepted');
  const answer = await ask(await signed({ repository_id: '74', job_workflow_ref: claimed }));
  expect(answer === 'accepted').toBe(isAccepted);
});

test('many tokens with unknown keys make few requests to the issuer', async () => {
  trust(CLAIMS);
  for (let count = 0; count < 15; count += 1) await ask(await signed({}, { kid: `k${count}` }, others.privateKey));
  expect(asked.length).toBeLessThanOrEqual(3);
});

const CONFIGURATION = '/.well-known/openid-configuration';
const configure = (answer: object) => {
  answers[CONFIGURATION] = () => answer;
};

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
])('an identity token cannot be verified now when its issuer %s', async (_, change) => {
  trust(CLAIMS);
  change();
  await expect(ask(await signed())).rejects.toMatchObject({
    word: 'unavailable',
    message: `The keys of ${issuer} cannot be read from here: try again in a minute.`,
  });
});

test('an issuer that did not answer is not asked again immediately', async () => {
  trust(CLAIMS);
  delete answers[CONFIGURATION];
  for (let count = 0; count < 5; count += 1) await expect(ask(await signed())).rejects.toThrow('cannot be read');
  expect(asked).toHaveLength(1);
});
