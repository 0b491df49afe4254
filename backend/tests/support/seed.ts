import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../../src/database/database';

const OLD = 'aaaaaaaa-0000-4000-8000-000000000001';

/** Inserts rows into every table, also in states that visitors' calls cannot produce. */
export async function seedRows(owner: Database): Promise<void> {
  await owner.query(
    `insert into public.reservations (id, created_at, made_in, name, email, phone, status, attempt, flagged)
     values ($1, now() - interval '2 years', '18446744073709551000', 'Zoé « D’Été » 👩‍👩‍👧', 'zoe@exemple.fr', '06 12 34 56 78',
       'annulee', gen_random_uuid(), true)`,
    [OLD],
  );
  await owner.query(`insert into public.reservation_dates values ($1, '2023-02-28', now() - interval '2 years')`, [
    OLD,
  ]);
  await owner.query(
    `insert into public.contacts (prenom, nom, email, telephone, message)
     values ('Élodie', 'O''Neil', 'elodie@exemple.fr', '06 12 34 56 78', $1)`,
    ['une ligne\nune autre\tet \\u0041 \\n "citée" \u2028 fin } {"table":"x"'],
  );
  // The database does not trim text that the owner writes.
  await owner.query(`update public.contacts set prenom = ' Élodie ' where email = 'elodie@exemple.fr'`);
  await owner.query(
    `insert into private.outbox (kind, ref, attempts, first_tried_at, not_before, last_error, given_up_at, sent_at)
     values ('reservation', $1, 3, now(), now() + interval '1 hour', 'connexion refusée', null, null),
       ('dates', $1, 60, now() - interval '3 days', now(), 'boîte pleine', now(), null),
       ('dates', $1, 1, now(), now(), null, null, now()), ('concerns', null, 0, null, now(), null, null, null)`,
    [OLD],
  );
  await owner.query(
    `insert into public.incidents (remote, release, phase, code, route)
     values ('booking', '1.0.0-0123abcd', 'entry', 'timeout', '/booking')`,
  );
  await owner.query(
    `update private.settings set per_address = 7, mail_lease = '1 year 2 months 3 days 04:05:06.789', address_headers = '{x-a,"x b"}'`,
  );
  // Another style of intervals, which other servers read differently.
  await owner.script(`do $$ begin
    execute format('alter database %I set intervalstyle to sql_standard', current_database());
  end $$`);
}

const files = {
  'store/index/00000001.json': '{"seq":1,"format":1}',
  'store/r/booking/1/release.json': '{}',
  'store/bodies/0123': 'a page',
  'mails/20261121T090000Z-contact-a-b.eml': 'Subject: a mail',
};
const strays = {
  'store/scratch/1': 'half a file',
  'store/reserve': 'room for a rollback',
  'mails/half.eml.new': 'half a mail',
};

/** Writes a release store and mails, leftovers of killed commands, and files that no backup needs. */
export function seedFiles(dataDir: string): typeof files {
  for (const [name, text] of Object.entries({ ...files, ...strays })) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
  return files;
}

const CONTACTS_AT_ONCE = 500;

/** Adds contacts with incompressible messages. */
export async function seedContacts(owner: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += CONTACTS_AT_ONCE) {
    await owner.query(
      `insert into public.contacts (prenom, nom, email, telephone, message)
       select 'Camille', 'Durand', 'camille' || n || '@exemple.fr', '06 12 34 56 78',
         (select string_agg(md5(n::text || part), '') from generate_series(1, 100) as part)
       from generate_series($1::integer, $2::integer) as n`,
      [first, Math.min(count, first + CONTACTS_AT_ONCE - 1)],
    );
  }
}
