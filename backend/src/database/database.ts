/** One connection to one database. Statements run in the order of their calls. */
export interface Database {
  /** Whether its files are those of the embedded engine in DATA_DIR. */
  readonly isEmbedded: boolean;
  /** Runs one statement. `Row` is not checked against what it selects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements, without values. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Connection settings for the `pg` package. */
export type Connection =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };

export interface DatabaseServer {
  readonly connection: Connection;
  stop(): Promise<void>;
}
