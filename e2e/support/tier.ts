export const isLongTier = process.env.TEST_TIER === 'long';

/** Details of a test that only `pnpm test:long` runs: another test covers the same rule (docs/decisions/032). */
export const LONG = { tag: '@long' } as const;
