import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';
import { contact } from './support/rows';
import { type RunningSite, runSite } from './support/run-site';
import { visitor } from './support/visitor';

jest.setTimeout(600_000);

/** The form's time-out. */
const ANSWER_MS = 15_000;
const BACK_AT_THE_LATEST_MS = 5000;
const AWAY_MS = 20_000;
const PAUSE_MS = 250;
const PAGES = ['/', '/booking', '/contact', '/agefice'];

describe('while the database is away', () => {
  const dataDir = temporaryFolder();
  let cluster: PostgresCluster;
  let site: RunningSite;

  beforeAll(async () => {
    cluster = await startCluster();
    const env = { DATABASE_URL: await cluster.createDatabase('site'), SUBMISSIONS_PER_ADDRESS: '1000' };
    site = await runSite(dataDir, env);
  });
  afterAll(async () => {
    site?.process.kill('SIGTERM');
    await site?.exit;
    await cluster?.remove();
  });

  const send = async () => {
    const since = performance.now();
    const { status, body } = await visitor(site).post('contacts', contact);
    return { status, code: (body as { code?: string } | null)?.code, ms: performance.now() - since };
  };
  const pages = async () => {
    const answers = await Promise.all(PAGES.map((path) => fetch(`${site.url}${path}`)));
    return answers.map(({ status }) => status);
  };
  const everyPageServed = PAGES.map(() => 200);

  test('calls fail in time and pages are served, and calls succeed again without a restart', async () => {
    expect(await send()).toMatchObject({ status: 201 });
    await cluster.stop();
    const until = Date.now() + AWAY_MS;
    while (Date.now() < until) {
      const answer = await send();
      expect(answer).toEqual({ status: 503, code: expect.stringMatching(/./), ms: expect.any(Number) });
      expect(answer.ms).toBeLessThan(ANSWER_MS);
      expect(await pages()).toEqual(everyPageServed);
      await delay(PAUSE_MS);
    }

    await cluster.start();
    const since = performance.now();
    while ((await send()).status !== 201) {
      expect(performance.now() - since).toBeLessThan(BACK_AT_THE_LATEST_MS);
      await delay(PAUSE_MS);
    }
    expect(site.process.exitCode).toBeNull();
    expect(await pages()).toEqual(everyPageServed);
  });
});
