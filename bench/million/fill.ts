import type { Database } from '@site/backend/database';

/** Of either kind, the newest requests are open, and of a hundred reservations one has a confirmed day. */
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
