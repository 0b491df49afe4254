import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { palette, withColours } from '@site/contract/palette';

const read = (folder: string, name: string) => withColours(readFileSync(join(folder, `${name}.svg`), 'utf8'));

/** What `make-pictures.ts` draws. @param folder of the drawings */
export function readDrawings(folder: string) {
  const [favicon, og, space] = [read(folder, 'favicon'), read(folder, 'og'), read(folder, 'espace')];
  const hash = createHash('sha256').update(favicon + og + space + palette.tile + palette.paper);
  return { favicon, og, space, hash: hash.digest('hex') };
}
