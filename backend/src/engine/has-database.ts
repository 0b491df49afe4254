import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the data folder holds an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database', 'PG_VERSION'));
}
