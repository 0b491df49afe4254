import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REQUESTS_HEADER } from '@site/supabase/functions/_shared/mail/addresses';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const IS_DIGEST = /^\d+T\d+Z-digest-/;
const REQUESTS = new RegExp(`^${REQUESTS_HEADER}:((?:.|\\r?\\n[ \\t])*)`, 'im');

/** The folder of mail files, which are named `<time stamp>-<kind>-<id>-<Message-ID>.eml`. */
export const mailFolderOf = (dataDir: string) => join(dataDir, 'mails');

/** Returns `20261121T180512Z`, for example: names that begin with it sort by time. */
export function timeStamp(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Removes the files about one of these requests; a digest is also about others. */
export function removeMailFiles(folder: string, refs: readonly string[]): void {
  const wanted = new Set(refs);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (requestsIn(folder, name).some((ref) => wanted.has(ref))) rmSync(join(folder, name), { force: true });
  }
}

/** @returns how many files were removed */
export async function removeOldFiles(folder: string, before: Date): Promise<number> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const old = names.filter((name) => /\.eml(\.new)?$/.test(name) && name < timeStamp(before));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return old.length;
}

/** A file's name holds the id of its request; a digest's headers hold the ids of all. */
function requestsIn(folder: string, name: string): string[] {
  if (!IS_DIGEST.test(name)) return name.match(UUID) ?? [];
  const [headers = ''] = readFileSync(join(folder, name), 'latin1').split(/\r?\n\r?\n/, 1);
  return REQUESTS.exec(headers)?.[1]?.match(UUID) ?? [];
}
