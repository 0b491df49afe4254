import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE, STORE_FORMAT } from '@site/contract/stored-files';
import { UserError } from '@site/terminal/user-error';

interface Entry {
  readonly format?: number;
  readonly since?: object;
  readonly releases?: Readonly<Record<string, { readonly previous?: readonly string[] }>>;
}

/**
 * Checks the format of a backup's releases in their latest entry. Damage is no reason to refuse: the restored site
 * reports and repairs it.
 * @throws UserError when an earlier version made them, in a form that is not read any more, or a newer one
 */
export async function checkStore(backup: string): Promise<void> {
  const store = join(backup, STORE.folder);
  const entry = await readLatest(join(store, STORE.index));
  if (!entry) return;
  if (entry.format !== undefined && entry.format > STORE_FORMAT) {
    throw new UserError(
      `${store} was made by a newer version (format ${entry.format}, and this one reads up to ${STORE_FORMAT}): restore with that version; nothing was changed.`,
    );
  }
  if (entry.format !== undefined || isRead(entry)) return;
  throw new UserError(
    `${store} was made by an earlier version, in a form that is not read any more: move it out of the backup and restore the rest, and the next start fills a new store; nothing was changed.`,
  );
}

/** Of entries from before formats had numbers. */
const isRead = ({ since, releases = {} }: Entry) => since && Object.values(releases).every(({ previous }) => previous);

async function readLatest(index: string): Promise<Entry | null> {
  const names = (await readdir(index).catch(() => [])).filter((name) => /^\d{8,}\.json$/.test(name)).sort();
  for (const name of names.reverse()) {
    const entry = await readFile(join(index, name), 'utf8')
      .then(JSON.parse)
      .catch(() => null);
    if (entry?.checksum !== undefined || entry?.seq !== undefined) return entry as Entry;
  }
  return null;
}
