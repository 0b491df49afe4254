/** Whether `pnpm test:long` runs. */
export const isLongTier = process.env.TEST_TIER === 'long';

/** Details of a test that shows once more what another one shows (docs/decisions/032): only `pnpm test:long` has it. */
export const LONG = { tag: '@long' } as const;

export const longUnless = (isInEachRun: boolean) => (isInEachRun ? {} : LONG);
