import { ALLOWED_CALLS } from '../../src/gateway/calls';
import type { TestBackend } from '../support/engines';

/** Compares the gateway's table of calls with the database's catalog. */
export function describeAllowedCalls(backend: () => TestBackend): void {
  test('the table of calls lists every column of the tables that visitors write, and opens those that they may set', async () => {
    const columns = await backend().owner.query<{ table: string; name: string; open: boolean; type: string }>(
      `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
         has_column_privilege('anon', c.oid, a.attnum, 'insert') as open
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and has_any_column_privilege('anon', c.oid, 'insert')`,
    );
    const listed = [...ALLOWED_CALLS].flatMap(([table, { columns, closedColumns }]) => [
      ...Object.entries(columns).map(([name, kind]) => `${table}.${name} ${kind}`),
      ...closedColumns.map((name) => `${table}.${name} closed`),
    ]);
    const kindOf = ({ open, type }: (typeof columns)[number]) => {
      if (!open) return 'closed';
      return type === 'boolean' ? 'boolean' : 'text';
    };
    expect(listed.sort()).toEqual(columns.map((one) => `${one.table}.${one.name} ${kindOf(one)}`).sort());
  });
}
