import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInbox } from '@site/backend/run-inbox';
import type { OwnedRequest } from '@site/supabase/requests';
import { Client, type ClientConfig } from 'pg';
import PostalMime, { type Email } from 'postal-mime';

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

/** One visitor's requests, newest first, as `pnpm inbox --json` prints them. */
export async function readInbox(email: string, dataDir = process.env.E2E_DATA_DIR): Promise<OwnedRequest[]> {
  const text = await runInbox(['--json'], { env: { ...process.env, DATA_DIR: dataDir }, width: undefined });
  return (JSON.parse(text) as OwnedRequest[]).filter((entry) => entry.email === email);
}

/** The mails to the owner about one visitor, oldest first. */
export async function readMails(visitor: string): Promise<Email[]> {
  const mails = await readMailsWith(visitor);
  return mails.filter(({ replyTo }) => replyTo?.some(({ address }) => address === visitor));
}

/** The code in the latest mail to an owner, in its two groups; null while there is none. */
export async function readCode(owner: string): Promise<string | null> {
  const mails = await readMailsWith(owner);
  const latest = mails.findLast(({ to }) => to?.some(({ address }) => address === owner));
  return /\b\d{4} \d{4}$/.exec(latest?.subject ?? '')?.[0] ?? null;
}

/** The mails that contain an address. Without a mail server, they are files of a folder that all tests share. */
async function readMailsWith(address: string): Promise<Email[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mails');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  const texts = await Promise.all(files.sort().map((name) => readFile(join(folder, name))));
  return Promise.all(texts.filter((text) => text.includes(address)).map((text) => PostalMime.parse(text)));
}
