/** One connection to one database. Statements run in the order of their calls. */
export interface Database {
  /** Runs one statement. `Row` is not checked against what it selects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements, without values. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

/** The PostgreSQL of DATA_DIR. */
export interface LocalConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
}

/** Connection settings for the `pg` package. */
export type Connection = { readonly connectionString: string } | LocalConnection;
