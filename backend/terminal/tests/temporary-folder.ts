import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

// A file's own `afterAll` runs later: it may end programs that still write into their folder.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Creates an empty folder, without symbolic links in its path. It is removed after the last test of the file. */
export function temporaryFolder(prefix = 'site-test-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  folders.push(folder);
  return folder;
}
