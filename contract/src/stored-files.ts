/** Where the release store is in DATA_DIR, for a copy of it. All other names in the store are private to it. */
export const STORE = {
  folder: 'store',
  /** Index entries. An entry is added after all files that it names, so a copy of the store starts with this folder. */
  index: 'index',
  /** Where to look first: the latest entry, and whether `activations` has all releases. */
  heads: 'heads',
  /** Partial files, which a copy leaves out. */
  scratch: 'scratch',
  /** Room on the disk that is kept for a rollback. A copy leaves it out. */
  reserve: 'reserve',
  /** Written to an object store to see that it refuses to overwrite. A copy leaves it out. */
  probe: 'probe',
} as const;
