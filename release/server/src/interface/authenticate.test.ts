import { startBackend, type TestBackend } from '@site/backend/tests/support/backend';
import { bearer, ownerSession, tokenOf } from '@site/backend/tests/support/owner';
import type { Store } from '@site/release-core/store/store';
import { activateNew, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { giveGrant, type InterfaceSite } from '../../tests/support/interface-site';
import { sendRaw } from '../../tests/support/raw-request';
import { serveForTests } from '../../tests/support/serve-for-tests';
import { type AskOwner, createOwnerQuery } from './authenticate';

let backend: TestBackend;
let store: Store;
let site: InterfaceSite;
let asked: string[];
let askOwner: AskOwner;

beforeAll(async () => {
  backend = await startBackend({});
});
afterAll(() => backend.stop());
beforeEach(async () => {
  store = await tinyStore();
  await activateNew(store, tinyRemote('booking', '1.0.0-b'));
  asked = [];
  const query = createOwnerQuery(backend);
  askOwner = (token) => {
    asked.push(token);
    return query(token);
  };
  site = await serveForTests({ store, askOwner, limits: { failuresPerMinute: 1000 } });
});

const command = (name: string, token: string, words: readonly string[] = [], origin = site.origin) =>
  sendRaw(origin, {
    method: 'POST',
    path: `/release/v1/commands/${name}`,
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ words, why: 'a test' }),
  });
const activeBooking = async () => (await store.readState()).revision?.releases.booking?.active;

test('an owner’s access token rolls a part back without any grant, and the log names the owner', async () => {
  const { accessToken } = await ownerSession(backend);
  expect(await command('rollback', accessToken, ['booking'])).toMatchObject({ status: 200 });
  expect(await activeBooking()).toBe('1.0.0-a');
  expect((await store.readState()).revision?.change.who).toBe('Camille Martin');
  expect(site.lines.join('\n')).toMatch(
    /^Release interface, Camille Martin \(owner-[0-9a-f]{12}\): rollback booking\.$/,
  );
});

test('an owner’s access token covers all parts, while the token of a team covers its own', async () => {
  const team = await giveGrant(store);
  const { accessToken } = await ownerSession(backend);
  for (const name of ['landing', 'shell', 'booking']) {
    const { status, text } = await command('revoke', accessToken, [`${name}@1.0.0-unknown`]);
    expect([status, text]).toEqual([422, expect.stringContaining('/problems/refused')]);
  }
  expect(await command('revoke', team.token, ['landing@1.0.0-unknown'])).toMatchObject({ status: 403 });
});

test('an accepted token is verified once in thirty seconds, a refused one each time', async () => {
  const { accessToken } = await ownerSession(backend);
  for (let count = 0; count < 3; count += 1) await command('status', accessToken);
  expect(asked).toEqual([accessToken]);
  const stranger = tokenOf(backend);
  for (let count = 0; count < 2; count += 1) await command('status', stranger);
  expect(asked).toEqual([accessToken, stranger, stranger]);
});

const signature = (token: string) => token.split('.')[2];
const forged: readonly (readonly [name: string, make: () => string | Promise<string>])[] = [
  ['of a signed-in user who is not an owner', () => tokenOf(backend)],
  [
    'whose session has ended',
    async () => {
      const { accessToken, sessionId } = await ownerSession(backend);
      await backend.owner.query('delete from private.owner_sessions where id = $1', [sessionId]);
      return accessToken;
    },
  ],
  [
    'with the signature of another token',
    async () => {
      const { accessToken } = await ownerSession(backend);
      return `${accessToken.slice(0, accessToken.lastIndexOf('.'))}.${signature(tokenOf(backend))}`;
    },
  ],
];

test('a token that is forged or outdated changes nothing', async () => {
  await giveGrant(store);
  for (const [kind, make] of forged) {
    const token = await make();
    const { status, text } = await command('rollback', token, ['booking']);
    expect([kind, status, text]).toEqual([kind, 401, expect.stringContaining('/problems/unauthenticated')]);
    expect([kind, await activeBooking()]).toEqual([kind, '1.0.0-b']);
    expect(site.lines.join('\n')).not.toContain(token);
  }
});

test('without a grant, only the token of a signed-in user shows that the interface exists', async () => {
  const statusOf = async (headers: Record<string, string>) =>
    (await sendRaw(site.origin, { method: 'GET', path: '/release/v1/store/index/00000001.json', headers })).status;
  expect(await statusOf({})).toBe(404);
  expect(await statusOf(bearer('x'))).toBe(404);
  expect(await statusOf(bearer(backend.anonKey))).toBe(404);
  expect(await statusOf(bearer(tokenOf(backend)))).toBe(401);
  expect(await statusOf(bearer((await ownerSession(backend)).accessToken))).toBe(200);
});

test('an address with many failures must wait, but an owner whose token is cached need not', async () => {
  const { accessToken } = await ownerSession(backend);
  const { origin } = await serveForTests({ store, askOwner, limits: { failuresPerMinute: 5 } });
  await command('status', accessToken, [], origin);
  const statuses = [];
  for (let guess = 0; guess < 7; guess += 1) {
    statuses.push((await command('status', tokenOf(backend), [], origin)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(asked).toHaveLength(6);
  expect((await command('status', accessToken, [], origin)).status).toBe(200);
});

test('an owner gets 503 while the backend does not answer', async () => {
  const away = createOwnerQuery({ url: 'http://127.0.0.1:1', anonKey: 'key' });
  const { origin } = await serveForTests({ store, askOwner: away });
  const { accessToken } = await ownerSession(backend);
  const { status, headers } = await command('status', accessToken, [], origin);
  expect([status, headers['retry-after']]).toEqual([503, '30']);
});
