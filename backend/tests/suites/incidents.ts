import type { TestBackend } from '../support/engines';
import { incident } from '../support/rows';
import { supabaseClient } from '../support/supabase-client';
import { visitor } from '../support/visitor';

const forbidden = { status: 401, body: { code: '42501' } };

/** The rights of visitors on incidents. */
export function describeIncidents(backend: () => TestBackend): void {
  const here = () => visitor(backend());

  test('a report as browsers send it is stored, and the answer is empty', async () => {
    const report = { ...incident, code: 'as-sent' };
    expect(await here().post('incidents', report, { prefer: 'return=minimal' })).toMatchObject({
      status: 201,
      body: null,
    });
    const stored = await backend().owner.query("select * from public.incidents where code = 'as-sent'");
    expect(stored).toEqual([{ ...report, preview: false, id: expect.anything(), created_at: expect.any(Date) }]);
  });

  test('supabase-js can report an incident', async () => {
    const { error, status } = await supabaseClient(backend()).from('incidents').insert(incident);
    expect({ error, status }).toEqual({ error: null, status: 201 });
  });

  test('incidents cannot be read', async () => {
    await here().post('incidents', incident);
    for (const query of ['', '?select=', '?select=id', '?select=created_at', '?limit=1&order=created_at']) {
      expect(await here().call(`incidents${query}`, { headers: { prefer: 'count=exact' } })).toMatchObject(forbidden);
    }
    const preferRow = { prefer: 'return=representation' };
    expect(await here().post('incidents', incident, preferRow)).toMatchObject(forbidden);
    expect(await here().post('incidents?select=id', incident, preferRow)).toMatchObject(forbidden);
  });

  test('visitors cannot change, replace or delete incidents', async () => {
    for (const path of ['incidents', 'incidents?id=eq.1', 'incidents?remote=eq.booking']) {
      expect(await here().call(path, { method: 'PATCH', body: { code: 'other' } })).toMatchObject(forbidden);
      expect(await here().call(path, { method: 'DELETE' })).toMatchObject(forbidden);
    }
    const upsert = { prefer: 'resolution=merge-duplicates' };
    expect(await here().post('incidents?on_conflict=id', incident, upsert)).toMatchObject(forbidden);
  });

  test.each([{ created_at: '2020-01-01' }, { id: 1 }])('a visitor cannot set %o', async (column) => {
    const answer = { status: 400, body: { code: 'PGRST204' } };
    expect(await here().post('incidents', { ...incident, ...column })).toMatchObject(answer);
  });

  test('the public roles have no right except to insert the six columns', async () => {
    const held = await backend().owner.query(
      `select r as role, a.attname as "column", p as right
         from unnest(array['anon', 'authenticated']) r, unnest(array['select', 'insert', 'update', 'references']) p,
              pg_attribute a
        where a.attrelid = 'public.incidents'::regclass and a.attnum > 0
          and has_column_privilege(r, a.attrelid, a.attnum, p)
        order by a.attnum`,
    );
    const columns = ['remote', 'release', 'phase', 'code', 'route', 'preview'];
    expect(held).toEqual(columns.map((column) => ({ role: 'anon', column, right: 'insert' })));
    const others = await backend().owner.query(
      `select r, p from unnest(array['anon', 'authenticated']) r, unnest(array['delete', 'truncate', 'trigger']) p
        where has_table_privilege(r, 'public.incidents', p)
           or has_table_privilege(r, 'private.incident_reports', 'select, insert, update, delete, truncate')
           or has_table_privilege(r, 'private.served_pages', 'select, insert, update, delete, truncate')
           or has_function_privilege(r, 'private.add_served_pages(json)', 'execute')
           or has_function_privilege(r, 'private.queue_concerns(timestamptz)', 'execute')
           or has_sequence_privilege(r, 'public.incidents_id_seq', 'usage, select, update')
           or has_function_privilege(r, 'private.admit_incident()', 'execute')`,
    );
    expect(others).toEqual([]);
  });

  test('the table and each of its columns have a comment', async () => {
    const described = await backend().owner.query(
      `select count(*)::integer as parts, count(d.description)::integer as described
         from (select 0 as part union all select attnum from pg_attribute
               where attrelid = 'public.incidents'::regclass and attnum > 0) p
         left join pg_description d on d.objoid = 'public.incidents'::regclass
           and d.classoid = 'pg_class'::regclass and d.objsubid = part`,
    );
    expect(described).toEqual([{ parts: 9, described: 9 }]);
  });
}
