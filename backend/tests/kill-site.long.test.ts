import { freePort } from '@site/terminal/free-port';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { expectStoredOnce } from './support/audit';
import { shortenLeases, untilAllMailed } from './support/mails';
import { submitAll } from './support/persistent-clients';
import { raiseLimits } from './support/raise-limits';
import { type RunningSite, runSite } from './support/run-site';
import { openAsOwner } from './support/running-site';

// A first start builds the site.
jest.setTimeout(600_000);

const SUBMISSIONS = 500;
/** Numbers of answers after which the site is killed, while eight clients continue. */
const DEATHS = [100, 250, 400];

describe('kill -9 of the whole site', () => {
  const dataDir = temporaryFolder();
  let site: RunningSite;
  let start: () => Promise<RunningSite>;

  const openDatabase = () => openAsOwner(dataDir);

  beforeAll(async () => {
    const port = String(await freePort());
    // Visitors share one proxy and have different addresses.
    start = () => runSite(dataDir, { PORT: port, TRUST_PROXY: '1' });
    site = await start();
  });
  afterAll(async () => {
    site?.process.kill('SIGTERM');
    await site?.exit;
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
      await expectStoredOnce(database, promised);
      expect(await untilAllMailed(database, dataDir)).toBe(SUBMISSIONS);
    } finally {
      await database.close();
    }
  });
});
