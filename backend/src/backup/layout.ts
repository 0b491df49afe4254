/** What stands in the folder of a backup; `store/` and `mails/` only where DATA_DIR has them. */
export const layout = {
  database: 'database.jsonl.gz',
  keys: 'keys.json',
  store: 'store',
  mails: 'mails',
} as const;

export const FORMAT = 'site-backup';
/** Raised when a reader of the version before would misread the file. */
export const FORMAT_VERSION = 1;

/** First line of the database's file. */
export type Header = {
  format: typeof FORMAT;
  version: number;
  /** When the rows were read, ISO 8601, UTC; all of them are of this one moment. */
  takenAt: string;
  /** Migrations that the database had, oldest first. */
  migrations: string[];
  /** Names of all tables as SQL writes them, each after those that it refers to. */
  tables: string[];
};

/** Last line: a file without it was cut off. */
export type Footer = {
  rows: number;
  /** Of all bytes before this line, uncompressed. */
  sha256: string;
};

/** What stands before a row, which is JSON as the database writes it; a brace ends the line. */
export const rowStart = (table: string) => `{"table":${JSON.stringify(table)},"row":`;

/** So that the same row reads the same on every server. */
export const SAME_TEXT =
  "set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'";
