import { createECDH, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createPushDrain, pushKeyOf, pushSender } from '@site/supabase/functions/_shared/tick/push';
import { createTick } from '@site/supabase/functions/_shared/tick/tick';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import ece from 'http_ece';
import { jwtVerify } from 'jose';
import { connect, type Database } from '../src/database/postgres';
import { createTasks } from '../src/worker/tasks';
import { makeCertificate } from './support/mail-server';
import { createTestDatabase } from './support/test-database';

const HOST = 'push.exemple.fr';
const key = pushKeyOf('a secret of at least 32 characters', 'https://site.exemple.fr');
const browser = createECDH('prime256v1');
const subscription = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
const certificate = makeCertificate(HOST);

let database: Database;
let removeDatabase: () => Promise<void>;
let service: Server;
let answer = 201;
let received: { headers: IncomingHttpHeaders; body: Buffer; path: string | undefined }[] = [];

beforeAll(async () => {
  const testDatabase = await createTestDatabase();
  removeDatabase = testDatabase.remove;
  database = await connect({ connectionString: testDatabase.url });
  service = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks), path: request.url });
    response.writeHead(answer).end();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(async () => {
  service.close().closeAllConnections();
  await database.close();
  await removeDatabase();
});

const resolve = ((_host: string, _options: object, callback: (...found: unknown[]) => void) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])) as typeof lookup;
const connection = () => ({ ca: certificate.cert, port: (service.address() as AddressInfo).port, resolve });
const drain = (options = {}) =>
  createPushDrain(database, key, pushSender(key, { ...connection(), isAllowed: () => true, ...options }))();

/** @returns the request that the browser is notified of */
async function queueOne(): Promise<string> {
  await drain();
  received = [];
  await database.script(`
    delete from private.push_subscriptions;
    delete from private.owners;
    insert into private.owners (email, name) values ('proprietaire@exemple.fr', 'Camille Martin');
    insert into private.owner_sessions (owner_id) select id from private.owners;`);
  await database.query(
    `insert into private.push_subscriptions (session_id, endpoint, p256dh, auth)
       select id, $1, $2, $3 from private.owner_sessions`,
    [`https://${HOST}/to/browser`, subscription.p256dh, subscription.auth],
  );
  const ref = randomUUID();
  await database.query("insert into private.outbox (kind, ref) values ('reservation', $1)", [ref]);
  return ref;
}
const count = async (table: string) => (await database.query(`select from private.${table}`)).length;

test('the browser gets a signed message that only it can read, without data of the person', async () => {
  const ref = await queueOne();
  answer = 201;
  await drain();
  const [{ headers, body, path } = { headers: {}, body: Buffer.alloc(0), path: '' }] = received;
  expect(path).toBe('/to/browser');
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
  const text = ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: subscription.auth });
  expect(JSON.parse(text.toString())).toEqual({
    title: 'Nouvelle demande de réservation',
    url: `/espace?demande=${ref}`,
  });
  const [, token = '', publicKey = ''] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(publicKey).toBe(key.publicKey);
  const { payload } = await jwtVerify(token, publicKeyOf(publicKey), { audience: `https://${HOST}` });
  expect(payload.sub).toBe('https://site.exemple.fr');
  expect([await count('pushes'), await count('push_subscriptions')]).toEqual([0, 1]);
});

test('a message that fails is sent again later, for a day at most', async () => {
  await queueOne();
  answer = 500;
  await drain();
  await drain();
  expect(received).toHaveLength(1);
  answer = 201;
  await database.script('update private.pushes set not_before = now()');
  await drain();
  expect(received).toHaveLength(2);
  await queueOne();
  await database.script("update private.pushes set created_at = now() - interval '25 hours'");
  await drain();
  expect([received.length, await count('pushes')]).toEqual([0, 0]);
});

test('a browser that takes no more messages is forgotten', async () => {
  await queueOne();
  answer = 410;
  await drain();
  expect([await count('pushes'), await count('push_subscriptions')]).toEqual([0, 0]);
});

test('an address that is none delays neither other browsers nor other tasks', async () => {
  await queueOne();
  await database.script(`
    alter table private.push_subscriptions drop constraint push_subscriptions_endpoint_ok;
    insert into private.owner_sessions (owner_id) select id from private.owners;
    insert into private.push_subscriptions (session_id, endpoint, p256dh, auth)
      select s.id, 'https://[none', p.p256dh, p.auth from private.owner_sessions s, private.push_subscriptions p
        where s.id <> p.session_id;
    insert into private.pushes (session_id, kind, ref) select session_id, 'contact', gen_random_uuid()
      from private.push_subscriptions where endpoint = 'https://[none';`);
  answer = 201;
  await drain();
  expect([received.length, await count('pushes')]).toEqual([1, 1]);
});

test('every task of a tick runs, whichever of the others fails', async () => {
  await database.script(`
    delete from private.servers;
    update private.upkeep set reminded_at = now() - interval '2 days';
    alter function private.claim_pushes() rename to broken_pushes;
    alter function private.apply_due_retention() rename to broken_retention;`);
  const folder = temporaryFolder();
  const server = { dataDir: folder, backupDir: null, siteGaps: [] };
  const tasks = createTasks(database, { folder, server }, () => undefined);
  const readCalendar = async () => ({ days: [], unread: [] });
  const tick = createTick(database, {
    deliver: null,
    deliveryMs: 1000,
    pushKey: key,
    readCalendar,
    ending: new AbortController().signal,
    tasks: [tasks.run],
  });
  await expect(tick.runOthers()).rejects.toThrow('function private.claim_pushes() does not exist');
  expect(await count('servers')).toBe(1);
  expect(await database.query("select from private.upkeep where reminded_at > now() - interval '1 day'")).toHaveLength(
    1,
  );
  await database.script(`
    alter function private.broken_pushes() rename to claim_pushes;
    alter function private.broken_retention() rename to apply_due_retention;`);
  await tick.runOthers();
});

test('nothing is sent to an address that is not public', async () => {
  await queueOne();
  await createPushDrain(database, key, pushSender(key, connection()))();
  expect([received.length, await count('pushes')]).toEqual([0, 1]);
});

test('another secret of the install has another key, and forgets the browsers that subscribed with the first', async () => {
  await queueOne();
  const other = pushKeyOf('another secret of at least 32 characters', 'https://site.exemple.fr');
  await createPushDrain(database, other, async () => 'sent')();
  expect(await database.query('select public_key as key from private.push_key')).toEqual([{ key: other.publicKey }]);
  expect(await count('push_subscriptions')).toBe(0);
});

function publicKeyOf(base64url: string) {
  const point = Buffer.from(base64url, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, format: 'jwk' });
}
