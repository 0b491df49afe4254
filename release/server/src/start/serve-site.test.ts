import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { until } from '@site/backend/tests/support/cases';
import { DAY_MS, MINUTE_MS } from '@site/contract/today';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { answerWith, startAnswering } from '@site/release-core/tests/support/answering-server';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { root, shipped } from '@site/release-core/tests/support/repository';
import {
  activateReleases,
  activateWatched,
  addAll,
  openTinySite,
  tinyRemote,
} from '@site/release-core/tests/support/tiny-site';
import { watchesIn } from '@site/release-core/watch/stored-watches';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { callAs, giveGrant } from '../../tests/support/interface-site';
import { listen } from './listen';
import { serveSite, startAutoRollback } from './serve-site';

const { env } = process;
const HOSTED = { SUPABASE_URL: 'https://project.supabase.example', SUPABASE_ANON_KEY: 'key' };
const REAL = [
  'nextTick',
  'setImmediate',
  'setTimeout',
  'clearTimeout',
  'queueMicrotask',
  'performance',
  'hrtime',
] as const;
test('the automatic rollback polls once a minute, goes on after a poll that failed, and ends with the site', async () => {
  jest.useFakeTimers();
  const store = memoryStore();
  const readState = jest.fn(() => Promise.reject(new Error('The store is away.')));
  const lines: string[] = [];
  const ends: (() => void)[] = [];
  startAutoRollback(
    {
      store: { ...store, readState },
      dataDir: '/nowhere',
      readCounts: async () => null,
      tellOwner: () => undefined,
      log: (line) => void lines.push(line),
    },
    { onEnd: (end) => void ends.push(end as () => void) },
  );
  await jest.advanceTimersByTimeAsync(180_000);
  expect(readState).toHaveBeenCalledTimes(3);
  expect(lines).toEqual(Array(3).fill('The watched releases could not be looked at. Error: The store is away.'));
  for (const end of ends) end();
  await jest.advanceTimersByTimeAsync(180_000);
  expect(readState).toHaveBeenCalledTimes(3);
  jest.useRealTimers();
});

describe('a site that serves', () => {
  const ends: (() => unknown)[] = [];
  const ending = new AbortController();
  const printed: string[] = [];
  let store: Store;
  let address: string;

  beforeAll(async () => {
    const dataDir = temporaryFolder();
    store = openSiteStore(dataDir);
    await openTinySite(store);
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    const changed = await activateWatched(store, { name: 'booking', id: '1.0.0-b' });
    // The days of the watch are over, and only the minutes of the site are the test's.
    jest.useFakeTimers({ now: Date.now() + 4 * DAY_MS, doNotFake: [...REAL] });
    for (const level of ['log', 'error'] as const) {
      jest.spyOn(console, level).mockImplementation((...words) => void printed.push(String(words[0])));
    }
    // Nothing listens there: each delivery fails, and is logged.
    const webhook = {
      WEBHOOK_URL: 'https://127.0.0.1:1/hook',
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    };
    process.env = { ...env, ...HOSTED, ...webhook, DATA_DIR: dataDir, SITE_CONFIG: shipped, PORT: '0' };
    const life = {
      signal: ending.signal,
      onEnd: (end: () => unknown) => void ends.push(end),
      fail: (error: unknown) => expect(error).toBeUndefined(),
    };
    const findReleases = async () => ({ store, releases: changed?.revision.releases ?? {} });
    const announce = (at: string) => {
      address = at;
    };
    await serveSite({ root, isDraft: false, findReleases, announce }, life);
  });
  afterAll(async () => {
    ending.abort();
    for (const end of ends.reverse()) await end();
    jest.useRealTimers();
    process.env = env;
  });

  test('looks at its watched releases, in its own store', async () => {
    jest.advanceTimersByTime(MINUTE_MS);
    const end = await until(() => watchesIn(store.blobs).readEnd(2), 10_000);
    expect(end.verdict).toBe('not-enough-visits');
  });

  test('delivers its changes to the webhook', async () => {
    const changed = await activateReleases(store, { name: 'booking', id: '1.0.0-a' });
    jest.advanceTimersByTime(MINUTE_MS);
    const line = `The webhook of change-${changed?.revision.seq} was not delivered: `;
    await until(() => printed.some((one) => one.startsWith(line)), 10_000);
  });

  test('accepts a CI run by its signed claims, for its own address only', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
    const issuer = await startAnswering((request, response) => {
      const { origin } = issuer;
      const body = request.url === '/keys' ? { keys: [key] } : { issuer: origin, jwks_uri: `${origin}/keys` };
      answerWith(200, body)(request, response);
    });
    await giveGrant(store, { oidc: { issuer: issuer.origin, claims: { repository: 'equipe/reservation' } } });
    const exchangeFor = async (audience: string) => {
      const identity = await new SignJWT({ repository: 'equipe/reservation' })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer.origin)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .setJti(randomUUID())
        .sign(privateKey);
      return (await callAs(identity, `POST ${address}/release/v1/identity`)).status;
    };
    // The site of this test has no configured public address.
    expect([await exchangeFor('https://other.example'), await exchangeFor(address)]).toEqual([401, 201]);
    issuer.end();
  });
});

test('a port that another program has is refused with the setting to change', async () => {
  const taken = createServer();
  await listen(taken, 0);
  const { port } = taken.address() as AddressInfo;
  const refused = listen(createServer(), port).finally(() => taken.close());
  await expect(refused).rejects.toThrow(`Port ${port} is in use: stop its program, or choose`);
});

test('an incomplete public site is refused with a list in French before any file is created', async () => {
  const folder = temporaryFolder();
  const config = join(folder, 'public.json');
  const facts = JSON.parse(readFileSync(shipped, 'utf8')) as object;
  writeFileSync(config, JSON.stringify({ ...facts, origin: 'https://atelier-relance.fr' }));
  const dataDir = join(folder, 'not-public');
  process.env = { ...env, DATA_DIR: dataDir, SITE_CONFIG: config, PORT: '0' };
  const ends: (() => unknown)[] = [];
  const life = {
    signal: new AbortController().signal,
    onEnd: (end: () => unknown) => void ends.push(end),
    fail: () => undefined,
  };
  const findReleases = () => Promise.reject(new Error('The releases are not looked for.'));
  const started = serveSite({ root: folder, isDraft: false, findReleases }, life as Parameters<typeof serveSite>[1]);
  await expect(started).rejects.toThrow(/^Le site serait public \(https:\/\/atelier-relance\.fr\), et il manque à /);
  for (const end of ends) await end();
  process.env = env;
  expect(existsSync(dataDir)).toBe(false);
});
