import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runQuery } from '@site/e2e/support/received';
import { family } from '@site/tooling/process-costs';
import { startProgram } from './processes';

const MAIN = join(import.meta.dirname, '../../backend/bin/main.ts');

export interface BackendUnderLoad {
  readonly url: string;
  readonly anonKey: string;
  /** Process ids of the gateway and of PostgreSQL. */
  readonly parts: () => Record<string, number[]>;
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the real backend with its own database in a temporary folder.
 * @param flags of Node
 */
export async function startBackendUnderLoad(flags: readonly string[] = []): Promise<BackendUnderLoad> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', TRUST_PROXY: '1' };
  const { message, pid, stop } = await startProgram<{ url: string; anonKey: string }>(MAIN, { env, flags });
  return {
    ...message,
    parts: () => ({ gateway: [pid], PostgreSQL: family(postmasterOf(dataDir)) }),
    query: (text, values) => runQuery(text, values, dataDir),
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The main process of the PostgreSQL of this folder. */
function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'database/data/postmaster.pid'), 'utf8'), 10);
}

/** The limits of requests: the database's numeric settings with such a name. */
export async function readLimits(backend: BackendUnderLoad): Promise<Record<string, number>> {
  const [row] = await backend.query<{ limits: Record<string, number> }>(
    `select jsonb_object_agg(key, value) as limits
      from private.settings as setting, jsonb_each(to_jsonb(setting))
      where jsonb_typeof(value) = 'number' and key ~ 'per_|above|flag|refus|total'
        and key !~ 'codes|tries|incidents|live|visitor|receipts'`,
  );
  return row?.limits ?? {};
}

export function printLimits(limits: Record<string, number>): void {
  const names = Object.entries(limits).map(([name, limit]) => `${name} ${limit}`);
  console.log(`\nAll limits act, as shipped: ${names.join(', ')}.`);
}
