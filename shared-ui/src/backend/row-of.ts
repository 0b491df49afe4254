import type { Database } from '@site/supabase/types';

type Tables = Database['public']['Tables'];
type Insert<Table extends keyof Tables> = Tables[Table]['Insert'];

interface TableCall<Table, Column> {
  readonly table: Table;
  readonly columns: readonly Column[];
}

/** Returns the declared columns of a row. It does not compile when the row has others. */
export function rowOf<
  Table extends keyof Tables,
  Column extends keyof Insert<Table>,
  Row extends Required<Pick<Insert<Table>, Column>>,
>({ columns }: TableCall<Table, Column>, row: Row & Record<Exclude<keyof Row, Column>, never>): Pick<Row, Column> {
  const picked: Partial<Pick<Row, Column>> = {};
  for (const column of columns) picked[column] = row[column];
  return picked as Pick<Row, Column>;
}
