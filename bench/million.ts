import { parseArgs } from 'node:util';
import { migrate } from '@site/backend/migrate';
import { connect } from '@site/backend/postgres';
import { startCluster } from '@site/backend/tests/support/postgres-cluster';
import { fill } from './million/fill';
import { reportMisses, writeReport } from './pages/report';

// What does each of the owner's and the worker's calls cost with a million requests?

const BUDGET_MS = 200;
const RUNS = 5;

const list = (filter: string, search = '') => `select public.owner_requests('${filter}', '${search}', null, 30)`;

const CALLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['all', 'todo', 'confirmed', 'cancelled', 'messages', 'spam'].map((filter) => [`list: ${filter}`, list(filter)]),
  ),
  'list: ten years ago': `select public.owner_requests('all', '', (now() - interval '10 years')::text || '~', 30)`,
  'search: a first name': list('all', 'helene'),
  'search: one person': list('all', 'nom400123'),
  'search: nobody': list('all', 'introuvable'),
  'search: two letters': list('all', 'zq'),
  'search: a telephone number': list('all', '0600400123'),
  'search: an address': list('all', 'r299999@exemple.fr'),
  counts: 'select private.count_requests()',
  concerns: 'select private.concerns()',
  health: 'select public.owner_health()',
  figures: 'select public.owner_figures()',
  'agenda of a month': 'select public.owner_agenda(current_date, current_date + 31)',
  'agenda of a year': 'select public.owner_agenda(current_date - 335, current_date + 30)',
  'one request': 'select public.owner_request((select id from public.reservations order by created_at desc limit 1))',
  'one person': `select public.owner_person('r299999@exemple.fr')`,
  'requests due for removal': 'select private.due_requests()',
  'requests of six releases': `select private.release_requests('[{"name":"shell","id":"1.0.0-5be11aaa"},
    {"name":"shell","id":"1.0.0-5be11bbb"},{"name":"contact","id":"1.0.0-c1"},{"name":"contact","id":"1.0.0-c2"},
    {"name":"booking","id":"1.0.0-b1"},{"name":"booking","id":"1.0.0-b2"}]')`,
  'next mail': 'select private.claim_mail()',
};

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } });
const cluster = await startCluster({ settings: ['fsync=off', 'max_wal_size=4GB'] });
try {
  const database = await connect({ connectionString: await cluster.createDatabase('bench', 'superuser') });
  await migrate(database);
  await fill(database, Number(values.requests));
  const measured: Record<string, { median: number; max: number }> = {};
  for (const [name, sql] of Object.entries(CALLS)) {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const before = performance.now();
      await database.query(sql);
      // The first one fills caches.
      if (run > 0) times.push(Math.round(performance.now() - before));
    }
    times.sort((a, b) => a - b);
    measured[name] = { median: times[Math.floor(RUNS / 2)] ?? 0, max: times.at(-1) ?? 0 };
  }
  await database.close();
  console.table(measured);
  console.log(`${values.requests} requests; milliseconds of ${RUNS} runs, budget ${BUDGET_MS}.`);
  writeReport('million', { requests: Number(values.requests), measured });
  reportMisses(
    Object.entries(measured).flatMap(([name, { median }]) => (median > BUDGET_MS ? [`${name}: ${median} ms`] : [])),
  );
} finally {
  await cluster.remove();
}
