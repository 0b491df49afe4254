import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'mails';

/** Names of the files in DATA_DIR/mails that tell of these entries: each name holds the id of what it tells of. */
export function findMailFiles(dataDir: string, refs: string[]): string[] {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => refs.some((ref) => name.includes(`-${ref}-`)));
}

export function removeMailFiles(dataDir: string, refs: string[]): string[] {
  const names = findMailFiles(dataDir, refs);
  for (const name of names) rmSync(join(dataDir, FOLDER, name), { force: true });
  return names;
}
