/** A file of the site as a host keeps it. */
export interface HostedFile {
  /** Below the target, without a slash at its start. */
  readonly key: string;
  /** The headers of a bucket's object; a folder keeps none. */
  readonly headers: Readonly<Record<string, string>>;
  readonly read: () => Promise<Buffer>;
}

/** Where the site is deployed to. */
export interface DeployTarget {
  readonly place: string;
  /** Whether it keeps headers with each file, and no others: a bucket. */
  readonly isBucket: boolean;
  /** Names at its top. */
  readonly names: () => Promise<readonly string[]>;
  /** All keys below a prefix that ends with a slash. */
  readonly keysBelow: (prefix: string) => Promise<ReadonlySet<string>>;
  readonly get: (key: string) => Promise<Buffer | null>;
  /** Adds or replaces a file, atomically. */
  readonly put: (file: HostedFile) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}
