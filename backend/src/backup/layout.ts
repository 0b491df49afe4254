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
  /** Names of all tables as SQL writes them, each after those that it refers to. */
  readonly tables: readonly string[];
}

/** Last line: a file without it is truncated. */
export interface Footer {
  readonly rows: number;
  /** Of all bytes before this line, uncompressed. */
  readonly sha256: string;
}

/** Precedes a row, which is the database's own JSON; a brace ends the line. */
export const rowStart = (table: string) => `{"table":${JSON.stringify(table)},"row":`;

/** Settings under which every server writes a row alike. */
export const SAME_TEXT =
  "set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'";
