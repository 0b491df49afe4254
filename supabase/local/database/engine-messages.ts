import type { Connection, DatabaseServer } from './database';

/** What the engine's process reports to the backend. */
export type EngineMessage =
  | { kind: 'ready'; server: Omit<DatabaseServer, 'stop'> }
  /** Clients' messages that were answered since the start. */
  | { kind: 'answered'; count: number }
  | { kind: 'failed'; reason: string; isMendable: boolean };

/** What the backend tells the engine's process. */
export type EngineOrder =
  /** `at` is where clients found the engine before, null for the first. */
  { kind: 'open'; dataDir: string; at: Connection | null } | { kind: 'stop' };
