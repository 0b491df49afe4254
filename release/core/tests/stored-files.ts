import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { tinyRemote } from './support/tiny-site';

export function hashesOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

export function writeBuild(target: string, released: string) {
  const { release, client, node } = tinyRemote('landing', released);
  const { id, entry, container, routes, requires } = release;
  const built = { pageFiles: {}, sources: [], types: { sharedUi: {}, host: {} } };
  const description = Buffer.from(JSON.stringify({ id, entry, container, routes, requires, ...built }));
  for (const [place, files] of [
    ['client', new Map([...client, ['build.json', description] as const])],
    ['node', node],
  ] as const) {
    mkdirSync(join(target, 'dist', place), { recursive: true });
    for (const [file, content] of files) writeFileSync(join(target, 'dist', place, file), content);
  }
}
