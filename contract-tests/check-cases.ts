import fc, { type Arbitrary } from 'fast-check';

const isLong = process.env.TEST_TIER === 'long';
/** The short tier repeats the same cases; the long tier generates new ones and prints the seed of a failure. */
const RUN = isLong ? { numRuns: 2000 } : { numRuns: 50, seed: 20_261_121 };
const FEWEST_SHARE = 0.1;

/**
 * Checks that the form and the database agree on each case, and shrinks a failing one.
 * @param check throws when they disagree. Resolves with whether the form accepts the case
 */
export async function checkCases<Case>(cases: Arbitrary<Case>, check: (values: Case) => Promise<boolean>) {
  const verdicts = { accepted: 0, refused: 0 };
  const property = fc.asyncProperty(cases, async (values) => {
    verdicts[(await check(values)) ? 'accepted' : 'refused'] += 1;
  });
  await fc.assert(property, { ...RUN, includeErrorInReport: true });
  // Guards against generators that produce almost only accepted or only refused cases.
  expect(verdicts.accepted).toBeGreaterThan(RUN.numRuns * FEWEST_SHARE);
  expect(verdicts.refused).toBeGreaterThan(RUN.numRuns * FEWEST_SHARE);
}
