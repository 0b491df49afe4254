import type { DatabaseServer } from '../database/database';

export type EngineMessage =
  | { readonly kind: 'ready'; readonly server: Omit<DatabaseServer, 'stop'> }
  /** `count`: clients' messages since the start. */
  | { readonly kind: 'answered'; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly isUserError: boolean };
