import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REQUESTS_HEADER } from '@site/supabase/functions/_shared/compose-mail';

const FOLDER = 'mails';
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const IS_DIGEST = /^\d+T\d+Z-digest-/;
const REQUESTS = new RegExp(`^${REQUESTS_HEADER}:((?:.|\\r?\\n[ \\t])*)`, 'im');

/** Names of the files in DATA_DIR/mails that tell of these entries, also of others in case of a digest. */
export function findMailFiles(dataDir: string, refs: string[]): string[] {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return [];
  const wanted = new Set(refs);
  return readdirSync(folder).filter((name) => toldIn(folder, name).some((ref) => wanted.has(ref)));
}

export function removeMailFiles(dataDir: string, refs: string[]): string[] {
  const names = findMailFiles(dataDir, refs);
  for (const name of names) rmSync(join(dataDir, FOLDER, name), { force: true });
  return names;
}

/** What a file tells of is in its name; of a digest, in its headers. */
function toldIn(folder: string, name: string): string[] {
  if (!IS_DIGEST.test(name)) return name.match(UUID) ?? [];
  const [headers = ''] = readFileSync(join(folder, name), 'latin1').split(/\r?\n\r?\n/, 1);
  return REQUESTS.exec(headers)?.[1]?.match(UUID) ?? [];
}
