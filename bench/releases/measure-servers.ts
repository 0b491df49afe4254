import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeIndex } from '@site/release-core/changes/change-index';
import { decideActivation } from '@site/release-core/changes/decide';
import { addRelease } from '@site/release-core/publish/add-release';
import { copyStore } from '@site/release-core/store/copy-store';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openStore } from '@site/release-core/store/store';
import { environmentOf } from '@site/release-core/tests/support/s3-environment';
import { isCephInstalled, startCeph } from '@site/release-dev/tests/ceph';
import { openServedReleases } from '@site/server/follow/open-followed';
import { composedPages } from '@site/server/serve/composed-pages';
import { createSiteServer } from '@site/server/serve/site-server';
import { type ComposedSite, ROOT } from '../pages/composed-site';
import { interleave, type Spread, spreadOf } from '../pages/statistics';
import { RELEASE, readBookingAs, timeUntilShown } from './measure-changes';
import { run } from './run';

const SERVERS = 3;

/** Measures changes in an object store until three servers show them. @returns null when Ceph is not installed */
export async function measureServers(
  site: ComposedSite,
  runs: number,
): Promise<Readonly<Record<string, Spread>> | null> {
  if (!isCephInstalled()) return null;
  const ceph = await startCeph();
  const folder = mkdtempSync(join(tmpdir(), 'site-bench-servers-'));
  const ending = new AbortController();
  try {
    const location = ceph.location('bench/');
    const store = openStore(s3Blobs(location));
    await copyStore({ from: site.store.blobs, to: store.blobs });
    const life = { signal: ending.signal, onEnd: () => undefined, fail: () => undefined };
    const servers = await Promise.all(
      Array.from({ length: SERVERS }, async (_, at) => {
        const { pages, readReleaseFile } = await openServedReleases(store, join(folder, String(at)), life);
        const { server, open } = createSiteServer();
        open({ readReleaseFile, pageAt: composedPages(pages), backend: null });
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        ending.signal.addEventListener('abort', () => server.close().closeAllConnections());
        return `http://127.0.0.1:${(server.address() as AddressInfo).port}/booking`;
      }),
    );
    const other = await readBookingAs('0000000009');
    await addRelease(store, other);
    const { id } = other.release;
    const env = { ...environmentOf(location), DATA_DIR: join(folder, 'command') };
    const isOther = (html: string) => html.includes(`/r/booking/${id}/`);
    const command = (words: readonly string[]) => run(RELEASE, [...words, '--why', 'bench'], { cwd: ROOT, env });
    const deploy = () => run(RELEASE, ['deploy', `s3://${location.bucket}/www`], { cwd: ROOT, env });
    const chosen = [{ name: 'booking', id }];
    const ways = [
      {
        name: 'activate, object store, 3 servers',
        measure: () =>
          timeUntilShown(servers, {
            work: () => command(['activate', `booking@${id}`, '--resume', '--unchecked']),
            isShown: isOther,
          }),
      },
      {
        name: 'rollback, object store, 3 servers',
        measure: async () => {
          // Changes nothing when the case above has just activated it.
          await changeIndex(store, 'bench', (current) =>
            decideActivation(store, current, { chosen, isResuming: true }),
          );
          return timeUntilShown(servers, {
            work: () => command(['rollback', 'booking']),
            isShown: (html) => !isOther(html),
          });
        },
      },
      {
        name: 'rollback, deployed to a bucket',
        measure: async () => {
          await changeIndex(store, 'bench', (current) =>
            decideActivation(store, current, { chosen, isResuming: true }),
          );
          await deploy();
          const since = performance.now();
          await command(['rollback', 'booking']);
          await deploy();
          return performance.now() - since;
        },
      },
    ];
    const times = await interleave(runs, ways, ({ measure }) => measure());
    return Object.fromEntries([...times].map(([{ name }, all]) => [name, spreadOf(all)]));
  } finally {
    ending.abort();
    await ceph.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
