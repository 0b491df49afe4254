/** Whether `pnpm test:long` runs. */
export const isLongTier = process.env.TEST_TIER === 'long';

/** Defines tests in the long tier only: those that start again what each run has tested (docs/decisions/032). */
export const longOnly = <Define>(define: Define) => (isLongTier ? define : () => undefined);

export const longTest = longOnly(test);
export const longDescribe = longOnly(describe);

/** The cases in the long tier; none otherwise. */
export const inLongTier = <Case>(...cases: readonly Case[]): readonly Case[] => (isLongTier ? cases : []);
