import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkGroup, prefixOfAddress } from '@site/backend/client-address';
import { withDatabase } from '@site/backend/commands/with-database';
import { readOptions } from '@site/backend/options';
import { until } from '@site/backend/tests/support/cases';
import { visitor } from '@site/backend/tests/support/visitor';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { shipped } from '@site/release-core/tests/support/repository';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { createAutoRollback } from '../src/auto-rollback/auto-rollback';
import { createReleasesReport, type LocalBackend, startLocalBackend } from '../src/start/backend-process';
import { openWatchedSite } from './support/watched-site';

const BEFORE = '1.0.0-a';
const NEXT = '1.0.0-b';
const ROUTE = '/booking';

let dataDir: string;
let site: Awaited<ReturnType<typeof openWatchedSite>>;
let backend: LocalBackend;
let autoRollback: ReturnType<typeof createAutoRollback>;
const ends: (() => unknown)[] = [];

const from = (address: string) => visitor(backend, address);

function open(id: string, addresses: readonly string[]) {
  const groups = addresses.map((address) => networkGroup(prefixOfAddress(address), { name: 'booking', id }));
  const networks = { booking: { [id]: groups } };
  backend.send({
    servedPages: { booking: { [id]: { [ROUTE]: addresses.length } } },
    servedNetworks: { sent: networks, opened: networks },
  });
}

const fail = (address: string) =>
  from(address).post('incidents', {
    remote: 'booking',
    release: NEXT,
    phase: 'render',
    code: 'exception',
    route: ROUTE,
    script: 'remoteEntry.js',
    line: 1,
    column: 7,
  });

beforeAll(async () => {
  dataDir = temporaryFolder();
  site = await openWatchedSite(dataDir);
  const config = await readSiteConfig(shipped);
  const life = {
    signal: new AbortController().signal,
    onEnd: (end: () => unknown) => void ends.push(end),
    fail: (error: unknown) => {
      throw error;
    },
  };
  const env = { OWNER_EMAIL: 'bea.roy@exemple.fr', SMTP_URL: '' };
  backend = await startLocalBackend({ dataDir, proxies: 0, site: config.site, env }, life);
  autoRollback = createAutoRollback({
    store: site.store,
    dataDir,
    readCounts: backend.readCounts,
    tellOwner: (watchNotice) => backend.send({ watchNotice }),
    now: () => Date.now(),
    log: () => undefined,
  });
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Fills about 600 networks of an earlier hour. */
const QUIET = `
  insert into private.release_networks (since, remote, release, sent, opened, live)
    select private.ten_minutes(now() - interval '1 hour'), 'booking', $1, groups, groups, groups
      from (select bit_or(set_bit(0::bit(1024), number, 1)) as groups from generate_series(0, 450) as number) as n`;

test('a release that fails on three networks goes back, is held, and the owner gets a mail', async () => {
  await withDatabase(readOptions({ DATA_DIR: dataDir }), (database) => database.query(QUIET, [BEFORE]));
  await site.activate(`booking@${NEXT}`);
  await createReleasesReport(backend, site.store)();
  await autoRollback.poll();
  // A /24 has many addresses, and nobody sent a page to the last one.
  const networks = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];
  for (const address of [...networks.slice(0, 2), '192.0.2.2', '198.51.100.200', '198.18.0.1']) await fail(address);
  open(NEXT, networks);
  await autoRollback.poll();
  expect(await site.activeOf('booking')).toBe(NEXT);
  await fail('203.0.113.77');
  await until(async () => {
    await autoRollback.poll();
    return (await site.activeOf('booking')) === BEFORE;
  });

  expect(await site.activeOf('booking')).toBe(BEFORE);
  expect(await watchesIn(site.store.blobs).readEnd(2)).toMatchObject({ verdict: 'returned', because: 'failures' });
  expect(await site.lastChange()).toMatchObject({ who: 'guard', command: 'rollback' });
  await expect(site.activate(`booking@${NEXT}`)).rejects.toThrow('booking is held by guard');
  // Served pages make the backend look for what the owner must know; otherwise it does once a minute.
  open(BEFORE, ['192.0.2.1']);
  const mailed = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const file = await until(() => mailed().find((name) => /mails.*-concerns-.*\.eml$/.test(name)));
  expect(readFileSync(join(dataDir, file), 'utf8')).toContain(NEXT);
});
