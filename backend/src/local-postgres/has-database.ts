import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database/data/PG_VERSION'));
}
