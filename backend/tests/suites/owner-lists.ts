// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnedRequest } from '@site/supabase/requests';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { finishErasures } from '../../src/worker/retention';
import type { TestBackend } from '../support/backend';
import { until } from '../support/cases';
import { IMPOSSIBLE, type OwnerCalls, ownerCalls } from '../support/owner';
import { callDuring } from '../support/upkeep';

interface Page {
  readonly items: readonly OwnedRequest[];
  readonly next: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly found: number | null;
}

/** Rows named after `mark`, two with the same time. */
async function seed({ owner }: TestBackend, mark: string): Promise<void> {
  await owner.query(
    `insert into public.contacts (created_at, prenom, nom, email, telephone, message)
       select '2026-01-01'::timestamptz + n / 2 * interval '1 minute', 'Hélène', $1 || n, 'helene' || n || '@exemple.fr',
         '06 39 98 00 ' || 10 + n, 'Bonjour ' || $1 from generate_series(1, 4) as n`,
    [mark],
  );
  await owner.query(
    `insert into public.reservations (created_at, name, email, status, flagged)
       select '2026-01-01'::timestamptz + n / 2 * interval '1 minute', 'Réservation ' || $1 || n, 'r@exemple.fr',
         (array['nouvelle', 'confirmee', 'annulee', 'nouvelle'])[n], n = 4 from generate_series(1, 4) as n`,
    [mark],
  );
}

/** How many of the requests of `mark` a search finds. */
const searchFor = (owner: OwnerCalls, mark: string) => async (search: string) => {
  const { items } = await owner.read<Page>('requests', { filter: 'all', search, size: 200 });
  return items.filter((item) => JSON.stringify(item).includes(mark)).length;
};

export function describeOwnerLists(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  test('pages contain every request once, from the newest or from the oldest, also those of the same moment', async () => {
    const mark = randomUUID();
    await seed(backend(), mark);
    const all = await owner.read<Page>('requests', { filter: 'all', search: mark, before: null, size: 100 });
    expect(all.items).toHaveLength(8);
    expect(all.next).toBeNull();
    for (const oldest of [false, true]) {
      const paged: OwnedRequest[] = [];
      let before: string | null = null;
      do {
        const list = { filter: 'all', search: mark, before, size: 3, oldest };
        const page: Page = await owner.read<Page>('requests', list);
        expect(page.items.length).toBeLessThanOrEqual(3);
        paged.push(...page.items);
        before = page.next;
      } while (before);
      expect(paged).toEqual(oldest ? [...all.items].reverse() : all.items);
    }
  });

  test.each([
    ['todo', 6],
    ['verify', 1],
    ['confirmed', 1],
    ['cancelled', 1],
    ['messages', 4],
    ['spam', 0],
    ['all', 8],
  ])('the filter %s finds %i of the requests, and its count is the same', async (filter, many) => {
    const mark = randomUUID();
    const count = async () => (await owner.read<Page>('requests', { filter })).counts[filter] ?? 0;
    const before = await count();
    await seed(backend(), mark);
    expect((await owner.read<Page>('requests', { filter, search: mark, before: null, size: 50 })).items).toHaveLength(
      many,
    );
    expect((await count()) - before).toBe(many);
  });

  test('a search finds names without accents, addresses, messages, and numbers however they are grouped', async () => {
    const mark = randomUUID();
    await seed(backend(), mark);
    const find = searchFor(owner, mark);
    expect(await find(`HELENE ${mark}`)).toBe(4);
    expect(await find('helene2@exemple')).toBe(1);
    expect(await find(`bonjour ${mark}`)).toBe(4);
    expect(await find('0639980012')).toBe(1);
    expect(await find('06.39.98.00.12')).toBe(1);
    expect(await find(`%${mark}`)).toBe(0);
    for (const special of ['(', '[a', '.*', '\\', 'a{2']) expect(await find(special)).toBe(0);
  });

  test('a search finds letters of every Latin script, and numbers, in whichever spelling they were typed', async () => {
    const mark = randomUUID();
    await backend().owner.query(
      `insert into public.reservations (name, email, phone)
         select name || ' ' || $1, 'r@exemple.fr', phone from (values
           ('Hélène Lecœur', '33639980077'), ('Nguyễn Thị Ánh', '0692 12 34 77'),
           ('Łukasz Ørsted-Strauß', '０６ ３９ ９８ ００ ７８'), ('Æsa​ Đorđević', '+44 20 7946 0077')) as given (name, phone)`,
      [mark],
    );
    const find = searchFor(owner, mark);
    const queries = ['lecoeur', 'LECŒUR', 'helene', 'He\u0301le\u0300ne', 'nguyen thi anh', 'lukasz orsted-strauss'];
    const others = ['ŁUKASZ ØRSTED', 'aesa dordevic', '06 39 98 00 77', '+33 6 39 98 00 77', '0033 (0)6 39 98 00 77'];
    const numbers = ['+33 06 39 98 00 77', '0639980078', '+262 692 12 34 77', '0692123477', '+44 2079'];
    for (const search of [...queries, ...others, ...numbers]) expect([search, await find(search)]).toEqual([search, 1]);
  });

  test('a search finds notes, the funding and days, however the day is written', async () => {
    const mark = randomUUID();
    await seed(backend(), mark);
    await backend().owner.query(
      `update public.contacts set note = 'Rappeler ' || $1, is_agefice = true where message like '%' || $1 and nom like '%1'`,
      [mark],
    );
    await backend().owner.query(
      `with noted as (
         update public.reservations set note = 'Rappeler ' || $1, is_agefice = true where name like '%' || $1 || '1'
           returning id)
       insert into public.reservation_dates (reservation_id, date) select id, '2027-12-01' from noted`,
      [mark],
    );
    const find = searchFor(owner, mark);
    expect(await find(`rappeler ${mark}`)).toBe(2);
    expect(await find('AGEFICE')).toBe(2);
    for (const day of [
      ...['1/12', '1/12/2027', '2027-12-01', '1er décembre', '1 déc.', 'mer. 1er déc. 2027', 'Mercredi 1 Décembre'],
    ])
      expect({ day, found: await find(day) }).toEqual({ day, found: 1 });
    for (const day of ['1/12/2026', '2 décembre', '31/02', '1 de', '32/12']) expect(await find(day)).toBe(0);
  });

  test('the export contains every request, newest first', async () => {
    await seed(backend(), randomUUID());
    const [{ many } = { many: 0 }] = await backend().owner.query<{ many: number }>(
      'select ((select count(*) from public.contacts) + (select count(*) from public.reservations))::integer as many',
    );
    const all = await owner.read<OwnedRequest[]>('export');
    expect(all).toHaveLength(many);
    const times = all.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual([...times].sort().reverse());
  });
}

export function describeOwnerPersons(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const addReservation = async (email: string) => {
    const insert = `insert into public.reservations (name, email) values ('Camille', $1) returning id`;
    return (await backend().owner.query<{ id: string }>(insert, [email]))[0]?.id ?? '';
  };
  const vacuums = async () => {
    const [row] = await backend().owner.query<{ least: number }>(
      `select min(vacuum_count)::integer as least from pg_stat_user_tables
         where relname in ('contacts', 'reservations', 'outbox')`,
    );
    return row?.least ?? 0;
  };

  test('a person’s data can be read, and are erased with history, notes and mails once the address is typed', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const id = await addReservation(email);
    await backend().owner.query(`insert into private.outbox (kind, ref) values ('reservation', $1)`, [id]);
    await owner.read('note', { id, version: 1, note: 'un secret' });
    expect(await owner.read('person', { email: ` ${email.toUpperCase()} ` })).toMatchObject({
      contacts: [],
      reservations: [{ id, note: 'un secret', mails: [{ kind: 'reservation' }], history: [{ action: 'noted' }] }],
    });

    expect(await owner.call('erase_person', { email, typed: 'autre@exemple.fr' })).toMatchObject({ status: 400 });
    expect((await owner.one(id)).id).toBe(id);
    expect(await owner.read('erase_person', { email, typed: email.toUpperCase() })).toEqual({
      contacts: 0,
      reservations: 1,
      mails: 1,
    });
    expect(await owner.read('person', { email })).toBeNull();
    expect(
      await backend().owner.query(
        'select ref from private.request_events where ref = $1 union all select ref from private.outbox where ref = $1',
        [id],
      ),
    ).toEqual([]);
  });

  test('of an erased person no table has a text, the worker removes their mail files, and nobody else loses anything', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const [id] = [await addReservation(email), await addReservation(`x${email}`)];
    const folder = temporaryFolder();
    const fileOf = (ref: string) => `20261123T090000Z-reservation-${ref}-${randomUUID()}.eml`;
    const [listed, unlisted] = [1, 2].map((each) => `20261123T090000Z-digest-${each}-${randomUUID()}.eml`);
    const files = {
      [fileOf(id)]: '',
      [listed ?? '']: `Subject: x\r\nX-Requests: ${randomUUID()}\r\n ${id}\r\nTo: y\r\n\r\nBonjour`,
      [fileOf(randomUUID())]: '',
      [unlisted ?? '']: `Subject: x\r\nX-Requests: ${randomUUID()}\r\nTo: y\r\n\r\nX-Requests: ${id}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const before = await vacuums();
    await owner.read('erase_person', { email, typed: email });
    const tables = await backend().owner.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')",
    );
    for (const { name } of tables) {
      const rows = await backend().owner.query(`select from ${name} as t where t::text ~ $1`, [`[^x]${email}`]);
      expect([name, rows]).toEqual([name, []]);
    }
    expect(await owner.read('person', { email: `x${email}` })).toMatchObject({ reservations: [{}] });
    await finishErasures(backend().owner, folder);
    expect(readdirSync(folder).sort()).toEqual(Object.keys(files).slice(2).sort());
    expect(await backend().owner.query('select from private.erased_requests where ref = $1', [id])).toEqual([]);
    // PostgreSQL counts a little later.
    await until(async () => (await vacuums()) > before);
  });

  test('nobody is erased while a digest that names them is being sent; afterwards it keeps the others', async () => {
    const { query } = backend().owner;
    const email = `${randomUUID()}@exemple.fr`;
    const ids = [await addReservation(email), await addReservation(`x${email}`)];
    const [digest] = await query<{ id: string }>(
      `insert into private.outbox (kind, attempts, claimed_until) values ('digest', 1, now() + interval '1 minute') returning id`,
    );
    for (const id of ids) {
      const insert = "insert into private.outbox (kind, ref, digest_id, attempts) values ('reservation', $1, $2, 1)";
      await query(insert, [id, digest?.id]);
    }
    const erase = () => owner.call('erase_person', { email, typed: email });
    expect(await erase()).toMatchObject({ status: 409 });
    expect(await owner.read('person', { email })).not.toBeNull();
    await query('update private.outbox set claimed_until = now() where id = $1', [digest?.id]);
    expect(await erase()).toMatchObject({ status: 200 });
    const rows = await query<{ ref: string }>('select ref from private.outbox where digest_id = $1', [digest?.id]);
    expect(rows).toEqual([{ ref: ids[1] }]);
  });

  test('nobody is erased when a worker claims a mail about them at the same moment', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const [{ id } = { id: '' }] = await backend().owner.query<{ id: string }>(
      `with r as (insert into public.reservations (name, email) values ('Camille', $1) returning id)
         insert into private.outbox (kind, ref, not_before) select 'reservation', id, now() + interval '1 hour' from r
         returning id`,
      [email],
    );
    const claim = `update private.outbox set claimed_until = now() + interval '2 minutes' where id = ${id}`;
    const erase = () => owner.call('erase_person', { email, typed: email });
    expect(await callDuring(backend(), claim, erase)).toMatchObject(IMPOSSIBLE);
    expect(await owner.read('person', { email })).toMatchObject({ reservations: [{ email, mails: [{}] }] });
  });
}
