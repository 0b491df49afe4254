import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const FILE = 'database.jsonl.gz';

/** The lines of a backup's database: header, rows, footer. */
export function readBackupLines(folder: string): string[] {
  return gunzipSync(readFileSync(join(folder, FILE)))
    .toString()
    .split('\n')
    .slice(0, -1);
}

/** The rows of a backup, in the format of `allRows`. */
export function readBackupRows(folder: string): string[] {
  return readBackupLines(folder)
    .slice(1, -1)
    .map((line) => line.replace(/^\{"table":"([^"]+)","row":(.*)\}$/s, '$1 $2'))
    .sort();
}

/** Changes the bytes of a backup's database. */
export function changeBackup(folder: string, change: (bytes: Buffer) => Buffer): void {
  const file = join(folder, FILE);
  writeFileSync(file, change(readFileSync(file)));
}

/** Changes the uncompressed text, but not its checksum. */
export function changeText(folder: string, change: (text: string) => string): void {
  changeBackup(folder, (bytes) => gzipSync(change(gunzipSync(bytes).toString())));
}

/** Replaces the header and adapts the checksum, as another release would have written them. */
export function changeHeader(folder: string, change: Record<string, unknown>): void {
  const [header = '', ...rest] = readBackupLines(folder);
  const rows = rest.slice(0, -1);
  const text = [JSON.stringify({ ...JSON.parse(header), ...change }), ...rows, ''].join('\n');
  const footer = { rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') };
  changeBackup(folder, () => gzipSync(`${text}${JSON.stringify(footer)}\n`));
}
