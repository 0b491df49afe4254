/**
 * Format of the values in the release store. Raise it when an earlier version would misread what this one writes, read
 * both, and keep a fixture (release/core/tests/fixtures). Values from before 2026-11-27 have no number.
 */
export const STORE_FORMAT = 1;

/**
 * Names in the release store (in DATA_DIR) that a backup needs. All other names are private to the store. The release
 * packages write them and the backend's backup copies them: neither imports the other.
 */
export const STORE = {
  folder: 'store',
  /** Revisions of the site. Copy them first: one is added after all files that it names. */
  revisions: 'index',
  /** Hints of earlier versions, which nobody reads. */
  heads: 'heads',
  /** Partial files. Do not copy them. */
  scratch: 'scratch',
  /** A file that reserves disk space for a rollback. Do not copy it. */
  reserve: 'reserve',
  /** A start writes it to an object store to test that the store refuses to overwrite. Do not copy it. */
  probe: 'probe',
  /** What the site's backend accepts, rewritten at each start. Do not copy it. */
  backend: 'backend',
} as const;
