import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/program';
import { damagedKeys, readAccessToken, readKeys } from '../data-folder/keys';
import { readMigrations } from '../database/migrate';
import { FORMAT, FORMAT_VERSION, type Footer, type Header, layout, readLines } from './layout';

/** @throws UserError when the folder is not a backup, is damaged, or was made by a newer release */
export async function checkBackup(folder: string): Promise<Header> {
  const file = join(folder, layout.database);
  if (!existsSync(file)) throw new UserError(`${folder} is not a backup: it has no ${layout.database}.`);
  const header = await checkFile(file).catch((cause: unknown) => {
    if (cause instanceof UserError) throw cause;
    throw damaged(file, reasonOf(cause), cause);
  });
  const newest = readMigrations().at(-1)?.version ?? '';
  const unknown = header.migrations.find((version) => version > newest);
  if (unknown) throw newer(folder, `migration ${unknown}`);
  await checkKeys(folder);
  return header;
}

async function checkFile(file: string): Promise<Header> {
  const hash = createHash('sha256');
  let header: Header | undefined;
  let lines = 0;
  // The checksum in the last line does not cover that line, and only the end of the file shows which line is the last.
  let last: Buffer | undefined;
  await readLines(file, (line) => {
    header ??= readHeader(file, line);
    if (last) hash.update(last).update('\n');
    last = line;
    lines += 1;
  });
  const footer = last ? (JSON.parse(last.toString()) as Partial<Footer>) : {};
  if (!header || !footer.sha256) throw damaged(file, 'it was cut off');
  if (footer.rows !== lines - 2 || footer.sha256 !== hash.digest('hex')) {
    throw damaged(file, 'its checksum does not fit');
  }
  return header;
}

function readHeader(file: string, line: Buffer): Header {
  const header = JSON.parse(line.toString()) as Header;
  if (header.format !== FORMAT) throw new UserError(`${file} is not a backup of a site.`);
  if (header.version > FORMAT_VERSION) throw newer(file, `format ${header.version}`);
  return header;
}

async function checkKeys(folder: string): Promise<void> {
  const file = join(folder, layout.keys);
  if (!existsSync(file)) return;
  const { jwtSecret, anonKey } = await readKeys(folder);
  if ((await readAccessToken(anonKey, jwtSecret)).claims) return;
  throw damagedKeys(file);
}

function damaged(file: string, reason: string, cause?: unknown): UserError {
  return new UserError(`${file} is damaged (${reason}): take another backup; nothing was changed.`, { cause });
}

function newer(folder: string, part: string): UserError {
  return new UserError(
    `${folder} was made by a newer release (${part}): check out the code that made it, then restore again.`,
  );
}
