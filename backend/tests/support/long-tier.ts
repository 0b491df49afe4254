/** Whether `pnpm test:long` runs. */
export const isLongTier = process.env.TEST_TIER === 'long';

/** `test`, `describe` or one of `where-possible`, for what starts something once more that each run has shown (docs/decisions/032). */
export const longOnly = <Define>(define: Define) => (isLongTier ? define : () => undefined);

export const longTest = longOnly(test);
export const longDescribe = longOnly(describe);

/** Cases that only the long tier has. */
export const inLongTier = <Case>(...cases: readonly Case[]): readonly Case[] => (isLongTier ? cases : []);
