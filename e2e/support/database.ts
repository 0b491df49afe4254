import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';

/** Runs a query in the database of a running site: for what the owner's commands do not show, and to prepare tests. */
export async function runQuery<Row extends object>(
  query: string,
  values: readonly unknown[] = [],
  dataDir = process.env.E2E_DATA_DIR ?? '',
): Promise<Row[]> {
  const engine = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as { connection: ClientConfig };
  const client = new Client(engine.connection);
  await client.connect();
  try {
    return (await client.query<Row>(query, [...values])).rows;
  } finally {
    await client.end();
  }
}
