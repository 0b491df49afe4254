export interface HostedFile {
  /** Relative to the target, without a leading slash. */
  readonly key: string;
  /** A folder ignores them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly read: () => Promise<Buffer>;
}

export interface DeployTarget {
  readonly place: string;
  /** The target stores headers with each file and sends no others. */
  readonly isBucket: boolean;
  readonly names: () => Promise<readonly string[]>;
  /** @param prefix ends with a slash */
  readonly keysBelow: (prefix: string) => Promise<ReadonlySet<string>>;
  readonly get: (key: string) => Promise<Buffer | null>;
  /** Adds or replaces a file, atomically. */
  readonly put: (file: HostedFile) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}
