import type { DatabaseServer } from '../database/database';

/** Messages of the engine's process to the backend. */
export type EngineMessage =
  | { readonly kind: 'ready'; readonly server: Omit<DatabaseServer, 'stop'> }
  /** Clients' messages that were answered since the start. */
  | { readonly kind: 'answered'; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly isUserError: boolean };
