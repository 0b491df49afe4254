import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeCertificate } from '@site/backend/tests/support/certificate';
import { until } from '@site/backend/tests/support/until';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { activateWatched, holdPart, returnByGuard } from '@site/release-core/tests/support/change';
import { addAll, openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { endAll, type RunningSite, startSite } from './running-site';

jest.setTimeout(120_000);

const HOST = 'recepteur.example';
const KEY = Buffer.alloc(32, 7);

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly seq?: number; readonly held?: readonly string[]; readonly who?: string };
  readonly isSigned: boolean;
  readonly status: number;
}

let folder: string;
let receiver: Server;
let store: Store;
let site: RunningSite;
const received: Received[] = [];

const changes = () => received.filter(({ id }) => id.startsWith('change-'));
const areDelivered = (count: number) => () => changes().filter(({ status }) => status === 204).length === count;

/** Fails once, for the first change. */
const answerTo = (id: string) => (id.startsWith('change-') && changes().length === 0 ? 503 : 204);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-'));
  const { key, cert, file } = makeCertificate(HOST);
  receiver = createServer({ key, cert }, async (request, response) => {
    const body = await text(request);
    const [id, timestamp] = [`${request.headers['webhook-id']}`, `${request.headers['webhook-timestamp']}`];
    const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
    const isSigned =
      request.headers['webhook-signature'] === `v1,${signature}` && Math.abs(Date.now() / 1000 - +timestamp) < 60;
    const status = answerTo(id);
    received.push({ id, ...(JSON.parse(body) as Pick<Received, 'type' | 'data'>), isSigned, status });
    response.writeHead(status).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  store = openSiteStore(folder);
  await openTinySite(store);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  site = await startSite({
    DATA_DIR: folder,
    WEBHOOK_URL: `https://${HOST}:${(receiver.address() as AddressInfo).port}/hook`,
    WEBHOOK_SECRET: `whsec_${KEY.toString('base64')}`,
    NODE_EXTRA_CA_CERTS: file,
    NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'public-receiver.cjs'))}`,
  });
});
afterAll(() => {
  endAll();
  receiver.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

test('an activation, a return and a hold are each delivered once by a started site, signed, and again after a failure', async () => {
  const activated = await activateWatched(store, { name: 'booking', id: '1.0.0-b' });
  // The start has composed the pages with its own data.
  const seq = activated?.entry.seq ?? 0;
  await until(areDelivered(1));
  await returnByGuard(store, seq, '2 networks reported failures');
  await holdPart(store, 'landing', 'pas avant janvier');
  await until(areDelivered(3));
  await site.end('SIGTERM');
  // Two deliveries at once may arrive in any order.
  expect(changes().sort((one, other) => one.id.localeCompare(other.id))).toMatchObject([
    { id: `change-${seq}`, type: 'release.activated', isSigned: true, status: 503 },
    { id: `change-${seq}`, type: 'release.activated', isSigned: true, status: 204 },
    { id: `change-${seq + 1}`, type: 'release.returned', data: { held: ['booking'], who: 'guard' }, isSigned: true },
    { id: `change-${seq + 2}`, type: 'release.held', data: { held: ['landing'] }, isSigned: true },
  ]);
  expect(site.errors()).toContain(`The webhook of change-${seq} was not delivered: it answered 503.`);
});
