import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@site/backend/tests/support/until';
import { visitor } from '@site/backend/tests/support/visitor';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { shipped } from '@site/release-core/tests/support/repository';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { createGuard } from '../src/guard/guard';
import { type LocalBackend, startLocalBackend } from '../src/site/backend-process';
import { createReleasesReport } from '../src/site/report-to-backend';
import { openWatchedSite } from './support/watched-site';

jest.setTimeout(120_000);

const BEFORE = '1.0.0-a';
const NEXT = '1.0.0-b';
const ROUTE = '/booking';

let dataDir: string;
let site: Awaited<ReturnType<typeof openWatchedSite>>;
let backend: LocalBackend;
let guard: ReturnType<typeof createGuard>;
let networks = 0;
const ends: (() => unknown)[] = [];

const from = (address: string) => visitor(backend, address);

/** Pages that became interactive, twenty from each address, as many as count. */
async function live(id: string, count: number) {
  const page = { shell: '1.0.0-s1', remote: 'booking', release: id, route: ROUTE };
  for (let sent = 0; sent < count; sent += 20) {
    networks += 1;
    const pages = Math.min(20, count - sent);
    const { status } = await from(`203.0.${networks}.7`).post('live_pages', Array(pages).fill(page));
    expect(status).toBe(201);
  }
  backend.send({ servedPages: { booking: { [id]: { [ROUTE]: count } } } });
}

const fail = (address: string) =>
  from(address).post('incidents', {
    ...{ remote: 'booking', release: NEXT, phase: 'render', code: 'exception', route: ROUTE },
    ...{ script: 'remoteEntry.js', line: 1, column: 7 },
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
  guard = createGuard({
    store: site.store,
    dataDir,
    readEvidence: backend.readEvidence,
    tellOwner: (watchNotice) => backend.send({ watchNotice }),
    now: () => Date.now(),
    log: () => undefined,
  });
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

test('a release that fails on two networks goes back, is held, and the owner gets a mail', async () => {
  await live(BEFORE, 120);
  await site.activate(`booking@${NEXT}`);
  await createReleasesReport(backend, site.store)();
  await guard.look();
  await live(NEXT, 3);
  await fail('192.0.2.1');
  await guard.look();
  expect(await site.activeOf('booking')).toBe(NEXT);
  await fail('198.51.100.1');
  await guard.look();

  expect(await site.activeOf('booking')).toBe(BEFORE);
  expect(await watchesIn(site.store.blobs).readEnd(2)).toMatchObject({ verdict: 'returned', because: 'failures' });
  expect(await site.lastChange()).toMatchObject({ who: 'guard', command: 'rollback' });
  await expect(site.activate(`booking@${NEXT}`)).rejects.toThrow('booking is held by guard');
  // Served pages make the backend look for what the owner must know; otherwise it does once a minute.
  await live(BEFORE, 1);
  const mailed = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const file = await until(() => mailed().find((name) => /mails.*-concerns-.*\.eml$/.test(name)));
  expect(readFileSync(join(dataDir, file), 'utf8')).toContain(NEXT);
});
