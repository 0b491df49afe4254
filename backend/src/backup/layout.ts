/** Contents of a backup's folder, besides the release store; `mails/` only when DATA_DIR has it. */
export const layout = {
  database: 'database.jsonl.gz',
  keys: 'keys.json',
  mails: 'mails',
} as const;

export const FORMAT = 'site-backup';
/** Incremented when the previous version's reader would misread the file. */
export const FORMAT_VERSION = 1;

/** First line of the database's file. */
export interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Time of the snapshot, ISO 8601, UTC. */
  readonly takenAt: string;
  /** Applied migrations, oldest first. */
  readonly migrations: readonly string[];
  /** Qualified names of all tables; each table follows those that it references. */
  readonly tables: readonly string[];
}

/** Last line: a file without it is truncated. */
export interface Footer {
  readonly rows: number;
  /** Of all bytes before this line, uncompressed. */
  readonly sha256: string;
}

/** The line up to the row, which is the database's own JSON; a brace ends the line. */
export const rowStart = (table: string) => `{"table":${JSON.stringify(table)},"row":`;

/** Settings that make every server write a row as the same text. */
export const SAME_TEXT =
  "set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'";
