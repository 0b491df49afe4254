import type { TestBackend } from '../support/backend';

/** Comments of the schema. */
export function describeComments(backend: () => TestBackend): void {
  test('every table and column has a comment', async () => {
    const silent = await backend().owner.query(`
      select c.oid::regclass::text as relation, a.attname as "column"
        from pg_class c
        left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
         and (obj_description(c.oid) is null or col_description(c.oid, a.attnum) is null)`);
    expect(silent).toEqual([]);
  });
}
