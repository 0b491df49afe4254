/** One connection to one database. Statements run in the order of their calls. */
export interface Database {
  /** Runs one statement. `Row` is not checked against what it selects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements, without values. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}
