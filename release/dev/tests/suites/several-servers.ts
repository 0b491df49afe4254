import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PREVIEW_PARAMETER } from '@site/contract/addresses';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import type { S3Location } from '@site/release-core/store/s3/s3-location';
import { openStore, type Store } from '@site/release-core/store/store';
import { activateReleases, rollBack } from '@site/release-core/tests/support/change';
import { type FaultProxy, startFaultProxy } from '@site/release-core/tests/support/fault-proxy';
import { root } from '@site/release-core/tests/support/repository';
import { environmentOf } from '@site/release-core/tests/support/s3-environment';
import { addAll, openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { createFactsPreviews } from '@site/server/preview/facts-previews';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HOSTED, runRelease } from '../run-release';
import { endAll, type RunningSite, startExpectingRefusal, startSite } from '../running-site';

const NAMES = ['a', 'b', 'c'];
const IDS = ['1.0.0-a', '1.0.0-b'];

/** Tests servers that share one store, each with its own data folder. */
export function describeSeveralServers(newLocation: () => S3Location): void {
  let folder: string;
  let store: Store;
  let line: FaultProxy;
  let env: Readonly<Record<string, string>>;

  beforeEach(async () => {
    folder = temporaryFolder();
    const location = newLocation();
    store = openStore(s3Blobs(location));
    await openTinySite(store);
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    line = await startFaultProxy(location.endpoint);
    env = { ...environmentOf({ ...location, endpoint: line.origin }), ...HOSTED };
  });
  afterEach(() => {
    endAll();
    line.end();
  });

  const startServer = (name: string) => startSite({ ...env, DATA_DIR: join(folder, name) });
  const statusOf = async ({ address }: RunningSite, path: string) => (await fetch(address + path)).status;

  /** Returns the id of booking in the page. Throws if the page's index names another. */
  async function bookingOn({ address }: RunningSite): Promise<string> {
    const response = await fetch(`${address}/booking`);
    const html = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${html}`);
    const shown = /<h1>booking (\S+)<\/h1>/.exec(html)?.[1];
    const named = /"booking":\{"id":"([^"]+)"/.exec(html)?.[1];
    if (!shown || shown !== named) throw new Error(`The page shows ${shown}, and its index names ${named}.`);
    return shown;
  }

  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone())) await delay(20);
  };

  test('three servers show each change, also when one of them is killed and restarted', async () => {
    const servers = await Promise.all(NAMES.map((name) => startServer(name)));
    const killed = new Set<RunningSite>();
    const ending = new AbortController();
    const visited = servers.map(async (_, at) => {
      let pages = 0;
      // Skips a server that is being replaced, as a proxy would.
      for (; !ending.signal.aborted; pages += 1) {
        const server = servers[at];
        if (server && !killed.has(server)) {
          await bookingOn(server).catch((error: unknown) => {
            if (!killed.has(server)) throw error;
          });
        }
        await delay(5);
      }
      return pages;
    });

    const victim = Math.floor(Math.random() * NAMES.length);
    for (let change = 0; change < 6; change += 1) {
      const id = IDS[(change + 1) % 2] ?? '';
      if (change % 2) await rollBack(store, 'booking');
      else await activateReleases(store, { name: 'booking', id });
      if (change === 2) {
        const server = servers[victim];
        if (server) killed.add(server);
        await server?.end('SIGKILL');
        servers[victim] = await startServer(NAMES[victim] ?? '');
      }
      await until(async () => (await Promise.all(servers.map(bookingOn))).every((shown) => shown === id));
    }
    ending.abort();
    for (const pages of await Promise.all(visited)) expect(pages).toBeGreaterThan(0);
  });

  test('a preview of edited texts that one server keeps is shown by each of them', async () => {
    const servers = await Promise.all(NAMES.slice(1).map((name) => startServer(name)));
    const { entry } = await store.readState();
    if (!entry) throw new Error('Nothing is active.');
    const { data } = entry;
    const requested = await createFactsPreviews(store.blobs).keep({
      ...data,
      site: { ...data.site, product: 'Deux journées' },
    });
    const shown = async ({ address }: RunningSite, preview: string) =>
      (await fetch(`${address}/?${PREVIEW_PARAMETER}=${encodeURIComponent(preview)}`)).text();
    for (const server of servers) {
      expect(await shown(server, requested)).toContain('Deux journées');
      expect(await shown(server, `${requested.slice(0, -1)}-`)).not.toContain('Deux journées');
      expect(await (await fetch(server.address)).text()).not.toContain('Deux journées');
    }
  });

  test('without the store, the site keeps serving, refuses changes, and restarts with kept pages', async () => {
    const server = await startServer('a');
    expect(await bookingOn(server)).toBe('1.0.0-a');
    line.decide = () => 'drop';
    const healthOf = async ({ address }: RunningSite) => (await fetch(`${address}/healthz`)).text();
    await until(async () => (await healthOf(server)).startsWith('degraded: '));
    expect(await statusOf(server, '/healthz')).toBe(200);
    expect(await healthOf(server)).toMatch(
      /^degraded: the release store has not answered since \d{4}-\S+Z; nothing can/,
    );
    expect(await bookingOn(server)).toBe('1.0.0-a');
    expect(await statusOf(server, '/r/booking/1.0.0-a/remoteEntry.js')).toBe(200);
    expect(await statusOf(server, '/r/booking/1.0.0-b/remoteEntry.js')).toBe(503);
    await server.end('SIGTERM');

    const again = await startServer('a');
    expect(again.errors()).toContain('The release store does not answer: the pages kept on this machine are served');
    expect(await bookingOn(again)).toBe('1.0.0-a');
    const data = { ...env, DATA_DIR: join(folder, 'a') };
    expect(await runRelease(root, data, 'rollback', 'booking')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The store s3:\S+ at \S+ broke the connection/),
    });
    expect(await startExpectingRefusal({ ...env, DATA_DIR: join(folder, 'new') })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The site cannot start without it: nothing is kept on this machine.'),
    });

    line.decide = () => null;
    await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
    await until(async () => (await bookingOn(again)) === '1.0.0-b');
    await until(async () => (await healthOf(again)) === 'ok\n');
  });
}
