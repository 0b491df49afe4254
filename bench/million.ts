import { parseArgs } from 'node:util';
import { migrate } from '@site/backend/migrate';
import { connect, type Database } from '@site/backend/postgres';
import { startCluster } from '@site/backend/tests/support/postgres-cluster';
import { reportMisses, writeReport } from './pages/report';

/** The newest requests of either kind are open; one of a hundred reservations has a confirmed day. */
const OPEN = 300;

/** Stores requests of 20 years, half of them reservations with two dates each. The connection must be a superuser's. */
export async function fill(database: Database, requests: number): Promise<void> {
  const values = [Math.ceil(requests / 2), OPEN];
  const searches = await database.query<{ name: string; sql: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql from pg_index
     where indexrelid::regclass::text like '%\\_search'`,
  );
  for (const { name } of searches) await database.script(`drop index ${name}`);
  // Triggers would mail each row, and count it.
  await database.script('set session_replication_role = replica');
  await database.query(
    `insert into public.contacts (created_at, prenom, nom, email, telephone, message, handled_at, is_spam, shell, release)
     select now() - n * (interval '20 years' / $1::integer), (array['Camille', 'Hélène', 'Jean', 'Zoé'])[1 + n % 4],
       'Nom' || n, 'c' || n % 300000 || '@exemple.fr', '06 ' || lpad(n::text, 8, '0'),
       'Bonjour, je voudrais en savoir plus sur la journée numéro ' || n || '. ' || repeat('texte ', 20),
       case when n > $2::integer then now() end, n % 50 = 0,
       '1.0.0-5be11aaa', '1.0.0-c' || n % 10
     from generate_series(1, $1::integer) n`,
    values,
  );
  await database.query(
    `insert into public.reservations (created_at, name, email, phone, status, is_spam, shell, release)
     select now() - n * (interval '20 years' / $1::integer),
       (array['Camille', 'Hélène', 'Jean', 'Zoé'])[1 + n % 4] || ' Nom' || n, 'r' || n % 300000 || '@exemple.fr',
       '06 ' || lpad(n::text, 8, '0'),
       case when n <= $2::integer then 'nouvelle' when n % 3 = 0 then 'annulee' else 'confirmee' end, n % 50 = 0,
       '1.0.0-5be11aaa', '1.0.0-b' || n % 10
     from generate_series(1, $1::integer) n`,
    values,
  );
  await database.script(`
    insert into public.reservation_dates (reservation_id, date, confirmed)
      select r.id, (r.created_at + d * interval '20 days')::date, d = 1 and r.status = 'confirmee' and r.phone like '%00'
      from public.reservations r, generate_series(1, 2) d;
    insert into private.outbox (created_at, kind, ref, attempts, sent_at)
      select r.created_at, 'reservation', r.id, 1, r.created_at
      from public.reservations r where r.created_at > now() - interval '30 days';
    -- Some are old enough to be removed.
    update private.settings set keep_requests = '19 years 6 months';
    update private.retention_state set seen_at = now(), last_run_at = now();
    set session_replication_role = origin`);
  for (const { sql } of searches) await database.script(sql);
  await database.script('vacuum analyze');
}

// What does each of the owner's and the worker's calls cost with a million requests?

const BUDGET_MS = 200;
const RUNS = 5;

const list = (filter: string, search = '') => `select public.owner_requests('${filter}', '${search}', null, 30)`;

const CALLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['all', 'todo', 'confirmed', 'cancelled', 'messages', 'spam'].map((filter) => [`list: ${filter}`, list(filter)]),
  ),
  'list: ten years ago': `select public.owner_requests('all', '', (now() - interval '10 years')::text || '~', 30)`,
  'list: the oldest first': `select public.owner_requests('all', '', null, 30, true)`,
  'list: the oldest to handle': `select public.owner_requests('todo', '', null, 30, true)`,
  'search: a first name': list('all', 'helene'),
  'search: one person': list('all', 'nom400123'),
  'search: nobody': list('all', 'introuvable'),
  'search: two letters': list('all', 'zq'),
  'search: a telephone number': list('all', '0600400123'),
  'search: an address': list('all', 'r299999@exemple.fr'),
  'search: the funding': list('all', 'agefice'),
  'search: a day': list('all', '15/12/2020'),
  'search: a day without a year': list('confirmed', '15 decembre'),
  'search: a first name, the oldest first': `select public.owner_requests('all', 'helene', null, 30, true)`,
  counts: 'select private.count_requests()',
  concerns: 'select private.concerns()',
  'the opening view': 'select public.owner_today()',
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
