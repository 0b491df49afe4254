import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from './support/test-database';

/** Starts the PostgreSQL of one run of Jest, and creates the folder of `copyTemplate`. */
export default async function setUp(): Promise<void> {
  process.env.TEST_TEMPLATES = mkdtempSync(join(tmpdir(), 'site-templates-'));
  Object.assign(globalThis, { stopTestServer: await startTestServer() });
}
