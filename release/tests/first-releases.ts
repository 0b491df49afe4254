import { cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the releases that the test run has built into a data folder, and returns whether there are any: a test file that
 * runs alone has none, and the first start in the folder builds them.
 */
export function copyFirstReleases(dataDir: string): boolean {
  const { FIRST_RELEASES } = process.env;
  if (FIRST_RELEASES) cpSync(FIRST_RELEASES, join(dataDir, 'store'), { recursive: true });
  return Boolean(FIRST_RELEASES);
}
