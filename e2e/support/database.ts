import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';

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
