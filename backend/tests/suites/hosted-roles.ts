import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/database/database';
import { asCaller, type Caller } from '../support/data-api';
import type { HostedPostgres } from '../support/hosted-postgres';
import { OF_VISITORS, privilegesOf } from '../support/privileges';
import { contact, parisDay, reservation } from '../support/rows';

const anon: Caller = { role: 'anon' };
const BY_CODE = [{ method: 'otp', timestamp: 1 }];

interface Place {
  readonly hosted: HostedPostgres;
  readonly postgres: Database;
  readonly authenticator: Database;
}

/** What the roles of hosted Supabase's data API may do. */
export function describeHostedRoles(place: () => Place): void {
  const call = <Row>(caller: Caller, ...statement: [string, ...unknown[]]) =>
    asCaller<Row>(place().authenticator, caller, statement);
  const postgres = () => place().postgres;

  test('lets visitors send the forms and reports, and read the closed days, although new tables are open by default', async () => {
    await postgres().script('create table public.forgotten (a integer)');
    const privileges = await privilegesOf(postgres(), 'anon');
    await postgres().script('drop table public.forgotten');
    expect(privileges.filter((line) => / forgotten\b/.test(line))).toHaveLength(7);
    expect(privileges.filter((line) => !/ forgotten\b/.test(line))).toEqual(OF_VISITORS);
    const open =
      'select relname from pg_class where relnamespace = $1::regnamespace and relkind = $2 and not relrowsecurity';
    expect(await postgres().query(open, ['public', 'r'])).toEqual([]);
  });

  test('lets somebody who has signed in call the functions of the owner’s space, and nothing else', async () => {
    const names = (await privilegesOf(postgres(), 'authenticated')).map((line) => line.replace(/\(.*/, ''));
    const owners = await postgres().query<{ name: string }>(
      `select 'execute ' || proname as name from pg_proc
         where pronamespace = 'public'::regnamespace and starts_with(proname, 'owner_')`,
    );
    expect(owners.length).toBeGreaterThan(20);
    expect(names.sort()).toEqual(['execute closed_days', ...owners.map(({ name }) => name)].sort());
  });

  test('stores the three calls of a visitor, who cannot read or change them', async () => {
    const row = "insert into contacts (prenom, nom, email, telephone) values ('Ada', 'Byron', $1, '0612345678')";
    await call(anon, row, contact.email);
    const reserved = "insert into reservations (name, email) values ('Ada Byron', $1) returning id";
    const [made] = await call<{ id: string }>(anon, reserved, contact.email);
    expect(await call(anon, 'select closed_days()')).toHaveLength(1);
    await call(anon, 'insert into reservation_dates (reservation_id, date) values ($1, $2)', made?.id, parisDay(3));
    const stored = 'select from reservation_dates where reservation_id = $1';
    expect(await postgres().query(stored, [made?.id])).toHaveLength(1);
    expect(await call(anon, 'select id from reservations')).toEqual([]);
    for (const statement of ['select email from contacts', 'select private.apply_retention()']) {
      await expect(call(anon, statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('stops a call of a visitor after three seconds and an owner’s after eight', async () => {
    const limit = "select current_setting('statement_timeout') as limit";
    expect(await call(anon, limit)).toEqual([{ limit: '3s' }]);
    expect(await call({ role: 'authenticated' }, limit)).toEqual([{ limit: '8s' }]);
    await expect(call(anon, 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  });

  test('lets an owner of hosted Auth read the requests, and nobody else who signed up', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()];
    const [row] = await postgres().query<{ email: string }>('select email from auth.users where id = $1', [
      owner.claims.sub,
    ]);
    await postgres().query("insert into private.owners (email, name) values ($1, 'Camille Martin')", [row?.email]);
    const me = await call(owner, 'select owner_me() as me');
    expect(me).toEqual([{ me: expect.objectContaining({ email: row?.email, name: 'Camille Martin' }) }]);
    await call(anon, 'insert into reservations (name, email) values ($1, $2)', reservation.name, reservation.email);
    const listed = await call(owner, 'select owner_requests()::text as list');
    expect(listed).toEqual([{ list: expect.stringContaining(reservation.email) }]);
    const refused = { code: 'PGRST' };
    await expect(call(stranger, 'select owner_me()')).rejects.toMatchObject(refused);
    await expect(call({ role: 'authenticated' }, 'select owner_me()')).rejects.toMatchObject(refused);
    await expect(call(owner, 'select email from contacts')).rejects.toMatchObject({ code: '42501' });
  });

  /** Somebody with a session at hosted Auth that began with a code. */
  async function signedIn() {
    const [sub, session_id] = [randomUUID(), randomUUID()];
    const insert = 'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())';
    const admin = await place().hosted.connectAs('supabase_admin');
    await admin.query(insert, [sub, `${sub}@exemple.fr`]);
    await admin.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [session_id, sub]);
    await admin.close();
    return { role: 'authenticated', claims: { sub, session_id, amr: BY_CODE } } as const;
  }
}
