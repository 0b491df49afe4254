/** One connection to one database; statements run in the order they are given. */
export type Database = {
  /** Whether its files are those of the embedded engine in DATA_DIR. */
  isEmbedded: boolean;
  /** Runs one statement. `Row` is the caller's word for what it selects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs any number of statements, without values. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
};

/** Where a client of the `pg` package finds a database. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** A database that is up to date and listens, and the address PostgREST is to use. */
export type DatabaseServer = {
  connection: Connection;
  postgrestUri: string;
  /** How many connections PostgREST may hold. */
  poolSize: number;
  stop(): Promise<void>;
};
