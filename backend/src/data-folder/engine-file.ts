import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../database/database';

/** What DATA_DIR/engine.json (mode 0600) says while a backend runs. */
export type Engine = {
  pid: number;
  /** Base address of the gateway. */
  url: string;
  /** How a client of the database gets in. */
  connection: Connection;
};

export function writeEngineFile(dataDir: string, engine: Engine): () => void {
  const file = join(dataDir, 'engine.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(engine, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

/** Null when none is said to run. After a crash the file may speak of a process that is gone. */
export function readEngineFile(dataDir: string): Engine | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as Engine;
  } catch {
    return null;
  }
}
