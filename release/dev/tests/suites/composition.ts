import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { FAST, type PostgresCluster, startCluster } from '@site/backend/tests/support/postgres-cluster';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { environmentOf } from '@site/release-core/tests/support/s3-environment';
import { type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { freePort } from '@site/terminal/free-port';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { type PackedServer, packServer } from '../packed-server';

interface Composition {
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly environments: readonly Readonly<Record<string, string>>[];
}

interface Started {
  readonly process: ChildProcess;
  readonly address: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: () => string;
}

const READY_MS = 60_000;
/** Of two servers in sequence. */
const TEST_MS = 3 * READY_MS;

/** Runs the commands of the container files without containers, with PostgreSQL and a stand-in for the object store. */
export function runComposition({ command, healthCheck, environments }: Composition): void {
  describe('the composition, without containers', () => {
    const started: Started[] = [];
    const folder = temporaryFolder();
    let packed: PackedServer | undefined;
    let postgres: PostgresCluster | undefined;
    const packOnce = () => {
      packed ??= packServer();
      return packed.packed;
    };
    let standIn: StandIn | undefined;

    const isHealthy = async ({ env }: Started) => {
      const [file = '', ...given] = healthCheck;
      const [code] = await once(execFile(file, given, { env }), 'exit');
      return code === 0;
    };
    const start = async (environment: Readonly<Record<string, string>>): Promise<Started> => {
      const [file = '', ...given] = command;
      const port = String(await freePort());
      const env = { ...process.env, ...environment, PORT: port, DATA_DIR: join(folder, port) };
      const process_ = spawn(file, given, { cwd: packOnce(), env, stdio: ['ignore', 'ignore', 'pipe'] });
      let stderr = '';
      process_.stderr.on('data', (text) => {
        stderr += text;
      });
      const ready = { process: process_, address: `http://localhost:${port}`, env, stderr: () => stderr };
      started.push(ready);
      const giveUpAt = Date.now() + READY_MS;
      while (!(await isHealthy(ready))) {
        if (process_.exitCode !== null || Date.now() > giveUpAt) throw new Error(`It does not serve: ${stderr}`);
      }
      return ready;
    };

    afterAll(async () => {
      await Promise.all(
        started.map(async ({ process: { exitCode }, process: server }) => {
          if (exitCode !== null) return;
          server.kill('SIGTERM');
          await once(server, 'exit');
        }),
      );
      await packed?.remove();
      await postgres?.remove();
      standIn?.end();
    });

    test(
      'has two healthy servers, and a page of one can send its form to the other',
      async () => {
        [postgres, standIn] = await Promise.all([startCluster({ settings: FAST }), startS3StandIn()]);
        const location = standIn.location('live/');
        const store = openStore(s3Blobs(location));
        await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
        const here = {
          ...environmentOf(location),
          DATABASE_URL: await postgres.createDatabase('site'),
          SITE_CONFIG: join(root, 'site.json'),
        };
        // In sequence, since the second depends on the first.
        const [forFirst = {}, forSecond = {}] = environments;
        const first = await start({ ...forFirst, ...here });
        const composed = (await store.readState()).entry;
        const second = await start({ ...forSecond, ...here });
        // With different keys, the second server would have composed all pages again.
        expect((await store.readState()).entry).toEqual(composed);

        const { anonKey = '' } = composed?.data.backend ?? {};
        const sent = await fetch(`${second.address}/rest/v1/contacts`, {
          method: 'POST',
          headers: { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
          body: JSON.stringify({ prenom: 'Camille', nom: 'Durand', email: 'c@exemple.fr', telephone: '0612345678' }),
        });
        expect(sent.status).toBe(201);
        expect([first.stderr(), second.stderr()]).toEqual(['', '']);
        first.process.kill('SIGTERM');
        expect((await once(first.process, 'exit'))[0]).toBe(0);
        expect([await isHealthy(first), await isHealthy(second)]).toEqual([false, true]);
      },
      TEST_MS,
    );
  });
}
