import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@site/backend/tests/support/until';
import { visitor } from '@site/backend/tests/support/visitor';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { openSiteStore } from '@site/release-core/store/store';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { createGuard } from '../src/guard/guard';
import { createPageCounter } from '../src/serve/page-counter';
import { type LocalBackend, startLocalBackend } from '../src/site/backend-process';
import { createReleasesReport } from '../src/site/report-to-backend';
import { openWatchedSite } from './support/watched-site';

jest.setTimeout(120_000);

const BEFORE = '1.0.0-a';
const NEXT = '1.0.0-b';
const PAGES = 120;

let dataDir: string;
let site: Awaited<ReturnType<typeof openWatchedSite>>;
let backend: LocalBackend;
let guard: ReturnType<typeof createGuard>;
let networks = 0;
const counter = createPageCounter(0);
const ends: (() => unknown)[] = [];

const from = (address: string) => visitor(backend, address);
const pathOf = (part: string) => (part === 'landing' ? '/' : `/${part}`);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Pages that became interactive, twenty from each address, as many as count. */
async function live(part: string, id: string, count: number) {
  const page = { shell: '1.0.0-s1', remote: part, release: id, route: pathOf(part) };
  for (let sent = 0; sent < count; sent += 20) {
    networks += 1;
    const pages = Math.min(20, count - sent);
    const { status } = await from(`203.0.${networks}.7`).post('live_pages', Array(pages).fill(page));
    expect(status).toBe(201);
  }
  backend.send({ servedPages: { [part]: { [id]: { [pathOf(part)]: count } } } });
}

const fail = (part: string, address: string) =>
  from(address).post('incidents', {
    ...{ remote: part, release: NEXT, phase: 'render', code: 'exception', route: pathOf(part) },
    ...{ script: 'remoteEntry.js', line: 1, column: 7 },
  });

/** A page that the site sends, and that never starts. */
function serve(part: string, address: string) {
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/149.0' };
  const request = { method: 'GET', headers, socket: { remoteAddress: address } } as unknown as IncomingMessage;
  counter.count(request, { path: pathOf(part), releases: [{ name: part, id: NEXT }] });
  const served = counter.drain();
  backend.send({ servedPages: served.pages, servedNetworks: served.networks });
}

/** Activates the next release of a part of which the earlier one was quiet. @returns number of the change */
async function activate(part: string): Promise<number> {
  await live(part, BEFORE, PAGES);
  await site.activate(`${part}@${NEXT}`);
  await createReleasesReport(backend, site.store)();
  await guard.look();
  return (await site.store.readIndex())?.seq ?? 0;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'watched-'));
  site = await openWatchedSite(dataDir, openSiteStore(dataDir));
  const config = await readSiteConfig(join(__dirname, '../../../site.json'));
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
  rmSync(dataDir, { recursive: true });
});

const endOf = (seq: number) => watchesIn(site.store.blobs).readEnd(seq);

test('failures that one network forges, and pages that it opens, return nothing', async () => {
  const seq = await activate('contact');
  await live('contact', NEXT, 3);
  for (const each of numbers(30)) {
    await fail('contact', `2001:db8::${each + 1}`);
    serve('contact', '2001:db8::1');
    await guard.look();
  }
  expect(await site.activeOf('contact')).toBe(NEXT);
  expect(await endOf(seq)).toBeNull();
  expect((await watchesIn(site.store.blobs).readLook(seq))?.parts[0]?.since).toMatchObject({
    live: 3,
    reporters: 1,
    networks: 1,
  });
});

test('a release that fails on two networks goes back, is held, and the owner gets a mail', async () => {
  const seq = await activate('booking');
  await live('booking', NEXT, 3);
  await fail('booking', '192.0.2.1');
  await guard.look();
  expect(await site.activeOf('booking')).toBe(NEXT);
  await fail('booking', '198.51.100.1');
  await guard.look();

  expect(await site.activeOf('booking')).toBe(BEFORE);
  expect(await endOf(seq)).toMatchObject({ verdict: 'returned', because: 'failures' });
  expect(await site.lastChange()).toMatchObject({ who: 'guard', command: 'rollback' });
  await expect(site.activate(`booking@${NEXT}`)).rejects.toThrow('booking is held by guard');
  // Served pages make the backend look for what the owner must know; otherwise it does once a minute.
  await live('booking', BEFORE, 1);
  const mailed = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const file = await until(() => mailed().find((name) => /mails.*-concerns-.*\.eml$/.test(name)));
  expect(readFileSync(join(dataDir, file), 'utf8')).toContain(NEXT);
});

test('a release whose pages never start goes back after the silence of six networks', async () => {
  const seq = await activate('landing');
  for (const each of numbers(8)) {
    serve('landing', `198.51.${each}.7`);
    await guard.look();
  }
  await guard.look();
  await guard.look();
  expect(await site.activeOf('landing')).toBe(BEFORE);
  expect(await endOf(seq)).toMatchObject({ verdict: 'returned', because: 'silence' });
});
