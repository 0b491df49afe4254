import { CALLS, TABLES } from '../../src/database/calls';
import type { TestBackend } from '../support/backend';
import { OF_VISITORS, privilegesOf } from '../support/privileges';
import { until } from '../support/until';

/** Compares the gateway's table of calls, and the rights of its roles, with the database's catalog. */
export function describeAllowedCalls(backend: () => TestBackend): void {
  test('the table of calls lists the columns that visitors may set, with their types', async () => {
    const tables = await backend().owner.query(
      `select c.relname as path, json_object_agg(a.attname, format_type(a.atttypid, null)) as accepts
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('anon', c.oid, a.attnum, 'insert')
       group by c.relname order by c.relname`,
    );
    expect(tables).toEqual([...TABLES].sort().map((path) => ({ path, accepts: CALLS.get(path)?.accepts })));
  });

  test('visitors have no right but those of their calls, and owners only execute functions', async () => {
    expect(await privilegesOf(backend().owner, 'anon')).toEqual(OF_VISITORS);
    const ofOwners = await privilegesOf(backend().owner, 'authenticated');
    expect(ofOwners.filter((line) => !/^execute (owner_\w+|closed_days)\(/.test(line))).toEqual([]);
    const ofService = await privilegesOf(backend().owner, 'service_role');
    expect(ofService.filter((line) => / private\./.test(line) && !line.startsWith('execute '))).toEqual([]);
  });

  test('the table of calls lists the functions of visitors and of owners, with their arguments', async () => {
    const functions = await backend().owner.query<{ path: string; role: string; accepts: object | null }>(
      `select 'rpc/' || p.proname as path,
         case when has_function_privilege('anon', p.oid, 'execute') then 'anon' else 'authenticated' end as role,
         (select json_object_agg(name,
            format_type(type, null) || case when at > pronargs - pronargdefaults then '?' else '' end)
          from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as argument (name, type, at)) as accepts
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))`,
    );
    const offered = [...CALLS].flatMap(([path, { role, accepts }]) =>
      TABLES.includes(path) ? [] : [{ path, role, accepts }],
    );
    const ordered = (all: readonly { path: string }[]) => [...all].sort((a, b) => a.path.localeCompare(b.path));
    expect(ordered(offered)).toEqual(ordered(functions.map((one) => ({ ...one, accepts: one.accepts ?? {} }))));
  });

  test('the health route notices that a form cannot store, and that it can again', async () => {
    const health = async () => (await fetch(`${backend().url}/health`)).status;
    await until(async () => (await health()) === 200);
    await backend().owner.query('revoke insert (phone) on public.reservations from anon');
    await until(async () => (await health()) === 503).finally(() =>
      backend().owner.query('grant insert (phone) on public.reservations to anon'),
    );
    await until(async () => (await health()) === 200);
  });
}
