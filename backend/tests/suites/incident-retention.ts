import type { TestBackend } from '../support/backend';
import { incidentsOf } from '../support/incidents';
import { contact } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';

/** The counting towards the limits of incidents and requests, and how long incidents and addresses are kept. */
export function describeIncidentRetention(backend: () => TestBackend): void {
  const { query, anyRelease, report, stored, useUp } = incidentsOf(backend);

  test.each([
    ['60 days', 2],
    ['10 days', 1],
  ])(
    'with keep_incidents of %s, %i of a new and a 40 days old incident are left after the clean-up',
    async (keep, left) => {
      await query(
        `insert into public.incidents (remote, release, phase, code, route, created_at)
         values ('booking', '1.0.0-a', 'page', 'kept', '/', now() - interval '40 days')`,
      );
      await query('update private.settings set keep_incidents = $1::interval', [keep]);
      try {
        await report(anyAddress(), 'kept');
        await query('select private.clean_up()');
        expect(await stored('kept')).toBe(left);
      } finally {
        await query('update private.settings set keep_incidents = default');
        await query("delete from public.incidents where code = 'kept'");
      }
    },
  );

  test('a refused submission does not count towards the limit', async () => {
    const address = anyAddress();
    for (let time = 0; time < 21; time += 1) expect(await report(address, 'No')).toMatchObject({ status: 400 });
    await report(address, 'after-refusals');
    expect(await stored('after-refusals')).toBe(1);
  });

  test('incidents do not count towards the limit of requests', async () => {
    const address = anyAddress();
    const { post } = visitor(backend(), address);
    await useUp(address);
    const email = `${anyRelease()}@exemple.fr`;
    for (let time = 0; time < 6; time += 1) await post('contacts', { ...contact, email });
    const flags = 'select flagged from public.contacts where email = $1 order by created_at';
    expect(await query(flags, [email])).toEqual([...Array(5).fill({ flagged: false }), { flagged: true }]);
  });

  test('incidents do not flag requests', async () => {
    await query('delete from private.submissions');
    await query('update private.settings set total_per_hour = 1');
    try {
      await useUp(anyAddress());
      await visitor(backend()).post('contacts', { ...contact, message: 'Pas suspect' });
    } finally {
      await query('update private.settings set total_per_hour = 100000');
    }
    expect(await query("select flagged from public.contacts where message = 'Pas suspect'")).toEqual([
      { flagged: false },
    ]);
  });

  test('requests do not count towards the limit of incidents', async () => {
    const address = anyAddress();
    const { post } = visitor(backend(), address);
    for (let time = 0; time < 21; time += 1) await post('contacts', contact);
    for (let time = 0; time < 20; time += 1) await report(address, 'after-requests');
    expect(await stored('after-requests')).toBe(20);
  });

  test('addresses are stored hashed, and removed within a day', async () => {
    const address = anyAddress();
    await report(address, 'no-address');
    const kept = await query<{ kept: string }>(
      'select to_jsonb(i)::text as kept from public.incidents i union all select to_jsonb(r)::text from private.incident_reports r',
    );
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.filter((row) => row.kept.includes(address))).toEqual([]);
    await query("update private.incident_reports set created_at = created_at - interval '23 hours'");
    await report(anyAddress(), 'no-address');
    await query('select private.clean_up()');
    expect(await query('select count(*)::integer as kept from private.incident_reports')).toEqual([{ kept: 1 }]);
  });

  test('the clean-up removes incidents that are older than 30 days', async () => {
    await query(
      `insert into public.incidents (remote, release, phase, code, route, created_at)
         select 'landing', '1', 'page', 'day-' || days, '/', now() - make_interval(days => days, mins => 1)
         from unnest(array[29, 30]) days`,
    );
    expect([await stored('day-29'), await stored('day-30')]).toEqual([1, 1]);
    await query('select private.clean_up()');
    expect([await stored('day-29'), await stored('day-30')]).toEqual([1, 0]);
  });
}
