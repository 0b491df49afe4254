import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder of `copyTemplate` for one run of Jest. */
export default function setUp(): void {
  process.env.TEST_TEMPLATES = mkdtempSync(join(tmpdir(), 'site-templates-'));
}
