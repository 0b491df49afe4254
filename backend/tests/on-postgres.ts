import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPostgres } from './support/postgres-cluster';

// Runs every run's tests of the database on a PostgreSQL that need not be installed: its version, Jest's arguments.
const SUITES = 'backend/tests/(backend|migrations|owner-requests|owner-space|own-calendar|push)\\.test\\.ts$';
const [version = '', ...words] = process.argv.slice(2);

const { bin, remove } = installPostgres(version);
try {
  const program = createRequire(import.meta.url).resolve('jest/bin/jest');
  const { status } = spawnSync(
    process.execPath,
    [program, '--selectProjects', 'backend', '--testPathPatterns', SUITES, '-i', ...words],
    {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'inherit',
      env: { ...process.env, TEST_TIER: '', POSTGRES_BIN: bin },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  remove();
}
