import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Templates that the tests of a file have rendered, by a hash of their input, so that the same input starts no second
 * sandbox. When RENDERED_TEMPLATES names a folder, as for mutants, all test files share them.
 */
const templates = new Map<string, Buffer>();
const { RENDERED_TEMPLATES: folder } = process.env;

export function findRendered(hash: string): Buffer | undefined {
  const file = folder && join(folder, hash);
  return templates.get(hash) ?? (file && existsSync(file) ? readFileSync(file) : undefined);
}

export function keepRendered(hash: string, content: string | Buffer): void {
  templates.set(hash, Buffer.from(content));
  if (!folder) return;
  // Several workers may write the same file.
  const draft = join(folder, randomUUID());
  writeFileSync(draft, content);
  renameSync(draft, join(folder, hash));
}
