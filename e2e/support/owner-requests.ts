import { randomInt } from 'node:crypto';
import { runQuery } from './database';
import { parisDay } from './days';
import { LONG_NAME } from './sending';

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Stores requests of people with e-mail addresses at the domain; the newest has a long name. No mail is sent. */
export async function storeRequests(domain: string, count: number, dataDir?: string): Promise<void> {
  const at = literal(`@${domain}`);
  const messages = Math.floor(count / 4);
  // Statements without values run in one transaction: the mail worker never sees the mails.
  await runQuery(
    `insert into public.contacts (created_at, prenom, nom, email, telephone, message)
       select now() - n * interval '3 hours', (array['Hélène', 'Adèle', 'Noé'])[n % 3 + 1], 'Moreau',
         'helene' || n || ${at}, '06 39 98 00 ' || 10 + n % 90,
         'Bonjour, nous aimerions venir à deux. Nous sommes une agence de cinq personnes près de Nantes.'
       from generate_series(1, ${messages}) as n;
     with made as (
       insert into public.reservations (created_at, name, email, phone, is_agefice, status, flagged)
         select now() - n * interval '1 hour', (array['Camille Martin', 'Dominique Petit', 'Inès Roy'])[n % 3 + 1],
           'visite' || n || ${at}, '06 39 98 01 ' || 10 + n % 90, n % 3 = 0,
           (array['nouvelle', 'nouvelle', 'confirmee', 'annulee'])[n % 4 + 1], n % 20 = 4
         from generate_series(1, ${count - messages - 1}) as n
       union all select now(), ${literal(LONG_NAME)}, 'long' || ${at}, '06 39 98 00 00', true, 'nouvelle', false
       returning id, status)
     insert into public.reservation_dates (reservation_id, date, confirmed)
-- Days that other tests confirm at the same time stay free.
       select m.id,
         ${literal(parisDay(5))}::date + (m.n % 20)::integer + d + case m.status when 'confirmee' then 30 else 0 end,
         m.status = 'confirmee'
       from (select id, status, row_number() over () as n from made) m, generate_series(0, 2) as d;
     delete from private.outbox o where o.ref in (
       select c.id from public.contacts c where c.email like '%' || ${at}
       union all select r.id from public.reservations r where r.email like '%' || ${at});`,
    [],
    dataDir,
  );
}

/** Moves the days of the reservation of this address to where no test that runs at the same time confirms one. */
export const freeDays = (email: string) =>
  runQuery(
    `update public.reservation_dates d set date = d.date + $2::integer
       from public.reservations r where r.id = d.reservation_id and r.email = $1`,
    [email, String(randomInt(100, 400))],
  );
