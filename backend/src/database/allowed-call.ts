export type Role = 'anon' | 'authenticated';

/** Names with their SQL types. */
type Named = Readonly<Record<string, string>>;

export interface AllowedCall {
  readonly method: 'GET' | 'POST';
  readonly role: Role;
  /** Columns of a table, or arguments of a function. A type that ends in `?` is that of an optional argument. */
  readonly accepts: Named;
  /** Accepted from pages without an origin, such as previews; of rows only those with `preview`. */
  readonly isForPreviews?: boolean;
  /** What a page reports by itself; nothing is stored of a program that says it is one. */
  readonly isReport?: boolean;
  /** The only column of a new row that `select` with `prefer: return=representation` may return. */
  readonly readableColumn?: string;
  /** The statement for the names that were sent, which are all in `accepts`. Its one parameter is JSON. */
  readonly statement: (given: readonly string[], returnsRow?: boolean) => string;
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** A visitor's rows. */
export const insert = (
  table: string,
  accepts: Named,
  { readableColumn, ...more }: Pick<AllowedCall, 'isForPreviews' | 'isReport' | 'readableColumn'> = {},
): [string, AllowedCall] => [
  table,
  {
    method: 'POST',
    role: 'anon',
    accepts,
    ...more,
    ...(readableColumn !== undefined && { readableColumn }),
    statement: (given, returnsRow = false) => {
      const rows =
        given.length > 0
          ? `(${quoted(given)}) select ${quoted(given)} from json_populate_recordset(null::public."${table}", $1)`
          : 'default values';
      return `insert into public."${table}" ${rows}${returnsRow ? ` returning "${readableColumn}"` : ''}`;
    },
  },
];

export const execute = (
  name: string,
  accepts: Named,
  { role, method = 'POST' }: { readonly role: Role; readonly method?: AllowedCall['method'] },
): [string, AllowedCall] => [
  `rpc/${name}`,
  {
    method,
    role,
    accepts,
    isForPreviews: method === 'GET',
    statement: (given) => {
      const types = given.map((argument) => `"${argument}" ${accepts[argument]?.replace('?', '')}`);
      const named = given.map((argument) => `"${argument}" => given."${argument}"`);
      const source = given.length > 0 ? ` from json_to_record($1) as given (${types.join(', ')})` : '';
      return `select public."${name}"(${named.join(', ')})::text as body${source}`;
    },
  },
];

/** Begins with `private.require_owner()` in the database. */
export const ownerFunction = (name: string, accepts: Named = {}) => execute(name, accepts, { role: 'authenticated' });

/** Of a visitor with a link to their request, whose secret never is in an address. */
export const linkFunction = (name: string, further: Named = {}) =>
  execute(name, { secret: 'text', ...further }, { role: 'anon' });

/** An action on one request, with the version that the owner has seen. */
export const action = (name: string, further: Named = {}) =>
  ownerFunction(name, { id: 'uuid', version: 'integer', ...further });
