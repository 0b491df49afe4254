import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE, STORE_FORMAT } from '@site/contract/stored-files';
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

interface Revision {
  readonly format?: number;
  readonly since?: object;
  readonly releases?: Readonly<Record<string, { readonly previous?: readonly string[] }>>;
}

/**
 * Checks the format of a backup's releases in their latest revision. Damage is no reason to refuse: the restored site
 * reports and repairs it.
 * @throws UserError when an earlier version made them, in a form that is not read any more, or a newer one
 */
export async function checkStore(backup: string): Promise<void> {
  const store = join(backup, STORE.folder);
  const revision = await readLatest(join(store, STORE.revisions));
  if (!revision) return;
  if (revision.format !== undefined && revision.format > STORE_FORMAT) {
    throw new UserError(
      `${store} was made by a newer version (format ${revision.format}, and this one reads up to ${STORE_FORMAT}): restore with that version; nothing was changed.`,
    );
  }
  if (revision.format !== undefined || isReadable(revision)) return;
  throw new UserError(
    `${store} was made by an earlier version, in a form that is not read any more: move it out of the backup and restore the rest, and the next start fills a new store; nothing was changed.`,
  );
}

/** Reads revisions from before formats had numbers. */
const isReadable = ({ since, releases = {} }: Revision) =>
  since && Object.values(releases).every(({ previous }) => previous);

async function readLatest(index: string): Promise<Revision | null> {
  const names = (await readdir(index).catch(() => [])).filter((name) => /^\d{8,}\.json$/.test(name)).sort();
  for (const name of names.reverse()) {
    const revision = await readFile(join(index, name), 'utf8')
      .then(JSON.parse)
      .catch(() => null);
    if (revision?.checksum !== undefined || revision?.seq !== undefined) return revision as Revision;
  }
  return null;
}
