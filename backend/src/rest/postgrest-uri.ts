import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Connection } from '../database/database';
import { postgrestUrl } from '../database/database-url';

export function postgrestUri(connection: Connection, dataDir: string): string {
  if ('connectionString' in connection) return postgrestUrl(connection.connectionString, () => writeRoots(dataDir));
  const { host, port, user, database, password } = connection;
  return `postgresql://${user}:${password}@${host}:${port}/${database}?sslmode=disable`;
}

/** Those that the driver uses, also on a machine that has no such file. */
function writeRoots(dataDir: string): string {
  const file = join(dataDir, 'database-roots.pem');
  // Node ignores one that is missing.
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const roots = [...rootCertificates, ...(extra && existsSync(extra) ? [readFileSync(extra, 'utf8')] : [])];
  writeFileSync(file, roots.join('\n'), { mode: 0o600 });
  return file;
}
