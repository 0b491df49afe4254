import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { connect } from '../../src/database/postgres';
import { finishErasures } from '../../src/worker/retention';
import type { TestBackend } from '../support/backend';
import { ownerCalls } from '../support/owner-calls';
import { until } from '../support/until';

/** What is stored about one person: shown and erased in the owner's space. */
export function describeOwnerPersons(backend: () => TestBackend): void {
  const addReservation = async (email: string) => {
    const insert = `insert into public.reservations (name, email) values ('Camille', $1) returning id`;
    return (await backend().owner.query<{ id: string }>(insert, [email]))[0]?.id ?? '';
  };

  test('a person’s data can be read, and are erased with history, notes and mails once the address is typed', async () => {
    const owner = await ownerCalls(backend());
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

  test('the worker removes the mail files of a person who was erased in the owner’s space, and no others', async () => {
    const owner = await ownerCalls(backend());
    const email = `${randomUUID()}@exemple.fr`;
    const id = await addReservation(email);
    const folder = temporaryFolder();
    const fileOf = (ref: string) => `20261123T090000Z-reservation-${ref}-${randomUUID()}.eml`;
    const [erased, kept] = [fileOf(id), fileOf(randomUUID())];
    for (const name of [erased, kept]) writeFileSync(join(folder, name), '');
    await owner.read('erase_person', { email, typed: email });
    expect(await finishErasures(backend().owner, folder)).toBeGreaterThanOrEqual(1);
    expect(readdirSync(folder)).toEqual([kept]);
    expect(await finishErasures(backend().owner, folder)).toBe(0);
  });

  test('nobody is erased when a worker claims a mail about them at the same moment', async () => {
    const owner = await ownerCalls(backend());
    const worker = await connect({ connectionString: backend().env.DATABASE_URL ?? '' });
    const email = `${randomUUID()}@exemple.fr`;
    const [{ id } = { id: '' }] = await backend().owner.query<{ id: string }>(
      `with r as (insert into public.reservations (name, email) values ('Camille', $1) returning id)
         insert into private.outbox (kind, ref, not_before) select 'reservation', id, now() + interval '1 hour' from r
         returning id`,
      [email],
    );
    try {
      await worker.script('begin');
      await worker.query("update private.outbox set claimed_until = now() + interval '2 minutes' where id = $1", [id]);
      const erasing = owner.call('erase_person', { email, typed: email });
      await until(async () => {
        const waiting = await backend().owner.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%owner_erase_person%'",
        );
        return waiting.length > 0;
      });
      await worker.script('commit');
      expect(await erasing).toMatchObject({ status: 409, body: { code: 'NOT_POSSIBLE' } });
    } finally {
      await worker.close();
    }
    expect(await owner.read('person', { email })).toMatchObject({ reservations: [{ email, mails: [{}] }] });
  });
}
