import { type BackendCalls, type BackendDescription, unmetCalls } from '@site/contract/backend-calls';
import { UserError } from '@site/terminal/program';
import { CALLS, TABLES } from './calls';
import type { Database } from './postgres';

const COLUMNS = `
  select c.relname as owner, a.attname as name,
    has_column_privilege('anon', c.oid, a.attnum, 'insert') as "isAccepted",
    a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`;

// The names of all parameters begin with those of the input; the last of these have the defaults.
const FUNCTIONS = `
  select proname as name, coalesce(proargnames[1:pronargs], '{}') as arguments, pronargdefaults as defaults
  from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`;

interface Column {
  readonly owner: string;
  readonly name: string;
  readonly isAccepted: boolean;
  readonly isNeeded: boolean;
}

interface FunctionSignature {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly defaults: number;
}

/** Describes what the gateway and the migrated database accept together. */
export async function describeBackend(database: Pick<Database, 'query'>): Promise<BackendDescription> {
  const columns = await database.query<Column>(COLUMNS);
  const functions = await database.query<FunctionSignature>(FUNCTIONS);
  const mayPass = (path: string, name: string) => Object.hasOwn(CALLS.get(path)?.accepts ?? {}, name);
  const tables = TABLES.flatMap((table) => {
    const own = columns.filter(({ owner }) => owner === table);
    const accepts = own.filter(({ name, isAccepted }) => isAccepted && mayPass(table, name));
    const needs = own.filter(({ isNeeded }) => isNeeded);
    return own.length > 0 ? [[table, { accepts: accepts.map(nameOf), needs: needs.map(nameOf) }] as const] : [];
  });
  const callable = functions.filter(({ name }) => CALLS.has(`rpc/${name}`));
  return {
    tables: Object.fromEntries(tables),
    functions: Object.fromEntries(
      callable.map(({ name, arguments: all, defaults }) => [
        name,
        { accepts: all.filter((one) => mayPass(`rpc/${name}`, one)), needs: all.slice(0, all.length - defaults) },
      ]),
    ),
  };
}

const nameOf = ({ name }: Column) => name;

export interface ActiveCalls {
  /** `name@id` */
  readonly release: string;
  readonly backend: BackendCalls;
}

/** Reads what the site passes to its backend; empty when a backend runs without a site. */
export const readActiveCalls = (given: string | undefined): readonly ActiveCalls[] => JSON.parse(given || '[]');

/** @throws UserError when the migrations break a call that worked before */
export function requireMet(active: readonly ActiveCalls[], before: BackendDescription, after: BackendDescription) {
  const broken = active.flatMap(({ release, backend }) => {
    const [unmetBefore, unmetNow] = [unmetCalls(backend, before), unmetCalls(backend, after)];
    const lacks = unmetNow.lacks.filter((one) => !unmetBefore.lacks.includes(one));
    const needs = unmetNow.needs.filter((one) => !unmetBefore.needs.includes(one));
    return [
      ...(lacks.length > 0
        ? [`They remove ${lacks.join(', ')}, which the active ${release} uses. ${RELEASE_FIRST}`]
        : []),
      ...(needs.length > 0
        ? [`They require ${needs.join(', ')}, which the active ${release} does not send. ${DEFAULT_FIRST}`]
        : []),
    ];
  });
  if (broken.length > 0) throw new UserError(`The new migrations were not applied. ${broken.join(' ')}`);
}

const RELEASE_FIRST =
  'First start the site with the code from before these migrations, and activate a release that does without; then migrate.';
const DEFAULT_FIRST =
  'First give it a default or allow null, start the site, and activate a release that sends it; require it in a later migration.';
