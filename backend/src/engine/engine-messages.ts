import type { DatabaseServer } from '../database/database';

/** Messages of the engine's process to the backend. */
export type EngineMessage =
  | { kind: 'ready'; server: Omit<DatabaseServer, 'stop'> }
  /** Clients' messages that were answered since the start. */
  | { kind: 'answered'; count: number }
  | { kind: 'failed'; reason: string; isMendable: boolean };
