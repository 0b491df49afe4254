import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the tests of a file have rendered, by a hash of what it is rendered from, so that the same again starts no sandbox.
 * Where RENDERED_TEMPLATES names a folder, as in a run of mutants, all test files share it.
 */
const known = new Map<string, Buffer>();
const { RENDERED_TEMPLATES: folder } = process.env;

export function findRendered(hash: string): Buffer | undefined {
  const file = folder && join(folder, hash);
  return known.get(hash) ?? (file && existsSync(file) ? readFileSync(file) : undefined);
}

export function keepRendered(hash: string, content: string | Buffer): void {
  known.set(hash, Buffer.from(content));
  if (!folder) return;
  // Several workers may do this at once.
  const draft = join(folder, randomUUID());
  writeFileSync(draft, content);
  renameSync(draft, join(folder, hash));
}
