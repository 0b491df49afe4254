import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Names of the files in a folder that contain one of these texts. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return files(folder)
    .filter((file) => {
      const content = readOrNothing(file);
      return texts.some((text) => content.includes(text));
    })
    .map((file) => relative(folder, file))
    .sort();
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Empty for a file that a running engine has removed in the meantime. */
function readOrNothing(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
