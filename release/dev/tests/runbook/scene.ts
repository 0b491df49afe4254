import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailServer } from '@site/backend/tests/support/mail-server';
import { contact } from '@site/backend/tests/support/rows';
import { openAsOwner } from '@site/backend/tests/support/running-site';
import { visitor } from '@site/backend/tests/support/visitor';
import type { SiteData } from '@site/contract/page-data';
import type { Follow } from './follow';
import type { Machine } from './machine';
import type { Releases } from './releases';

/** A machine on which the situations of the runbook are caused and mended, one after the other. */
export interface Scene {
  readonly machine: Machine;
  readonly follow: Follow;
  readonly releases: Releases;
  readonly mails: MailServer;
}

/** What the pages were composed with. */
export function activeData({ dataDir }: Machine): SiteData {
  const index = join(dataDir, 'store/index');
  const latest = readdirSync(index).sort().at(-1) ?? '';
  return (JSON.parse(readFileSync(join(index, latest), 'utf8')) as { data: SiteData }).data;
}

/** The public key of the site now. */
export function keyIn({ dataDir }: Machine): string {
  return (JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as { anonKey: string }).anonKey;
}

/** A visitor of the site, from any address unless it is given. */
export const visitorOf = (machine: Machine, address?: string) =>
  visitor({ url: machine.address, anonKey: keyIn(machine) }, address);

export const sendMessage = (machine: Machine, address?: string, headers?: Record<string, string>) =>
  visitorOf(machine, address).post('contacts', contact, headers);

/** Changes the database of the running site, as its owner. */
export async function query<Row>({ dataDir }: Machine, text: string, values: unknown[] = []): Promise<readonly Row[]> {
  const database = await openAsOwner(dataDir);
  try {
    return await database.query<Row>(text, values);
  } finally {
    await database.close();
  }
}
