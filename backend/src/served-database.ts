import type { Connection } from './database/database';

export interface ServedDatabase {
  readonly connection: Connection;
  stop(): Promise<void>;
}
