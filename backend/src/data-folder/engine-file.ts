import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../connection';

/** Content of DATA_DIR/engine.json (mode 0600), which exists while a backend runs. */
export interface Engine {
  readonly pid: number;
  /** Base URL of the gateway. */
  readonly url: string;
  readonly connection: Connection;
}

export function writeEngineFile(dataDir: string, engine: Engine): () => void {
  const file = join(dataDir, 'engine.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(engine, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

/** Null when there is no file. After a crash the file may name a process that has ended. */
export function readEngineFile(dataDir: string): Engine | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as Engine;
  } catch {
    return null;
  }
}
