import { cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the releases that the test run has built into a data folder.
 * @returns false when there are none, as for a test file that runs alone: the first start in the folder then builds
 * them
 */
export function copyFirstReleases(dataDir: string): boolean {
  const { FIRST_RELEASES } = process.env;
  if (FIRST_RELEASES) cpSync(FIRST_RELEASES, join(dataDir, 'store'), { recursive: true });
  return Boolean(FIRST_RELEASES);
}
