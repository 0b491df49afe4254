import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../src/database/database';
import { connect } from '../src/database/postgres';
import { freePort } from '../src/free-port';
import { expected, inconsistencies, readSubmissions } from './support/audit';
import { temporaryFolder } from './support/engines';
import { shortenLeases, untilAllMailed } from './support/mails';
import { submitAll } from './support/persistent-clients';
import { raiseLimits } from './support/raise-limits';
import { type RunningSite, runSite } from './support/run-site';

// A first start builds the site.
jest.setTimeout(600_000);

const SUBMISSIONS = 500;
/** Numbers of answers after which the site is killed, while eight clients continue. */
const DEATHS = [100, 250, 400];

describe('kill -9 of the whole site', () => {
  const dataDir = temporaryFolder();
  let site: RunningSite;
  let start: () => Promise<RunningSite>;

  const openDatabase = () => {
    const engine: { connection: Connection } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'));
    return connect(engine.connection);
  };

  beforeAll(async () => {
    const port = String(await freePort());
    // Visitors share one proxy and have different addresses.
    start = () => runSite(dataDir, { PORT: port, TRUST_PROXY: '1' });
    site = await start();
  });
  afterAll(async () => {
    site?.process.kill('SIGTERM');
    await site?.exit;
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('every request answered with success is stored once, and mailed', async () => {
    const before = await openDatabase();
    await shortenLeases(before);
    await raiseLimits(before);
    await before.close();
    const strike = async () => {
      site.process.kill('SIGKILL');
      await site.exit;
      site = await start();
    };
    const promised = await submitAll(site, SUBMISSIONS, Object.fromEntries(DEATHS.map((count) => [count, strike])));

    const database = await openDatabase();
    try {
      for (const table of ['contacts', 'reservations'] as const) {
        expect(await readSubmissions(database, table)).toEqual(expected(promised, table));
      }
      expect(await inconsistencies(database)).toEqual({ orphans: 0, silent: 0 });
      expect(await untilAllMailed(database, dataDir)).toBe(SUBMISSIONS);
    } finally {
      await database.close();
    }
  });
});
