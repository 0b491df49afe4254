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
