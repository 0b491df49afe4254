import fc, { type Arbitrary } from 'fast-check';

const isLong = process.env.TEST_TIER === 'long';
/** In the short tier the same cases every time; a long run looks further, and says its seed when it finds something. */
const RUN = isLong ? { numRuns: 10_000 } : { numRuns: 300, seed: 20_261_121 };
const FEWEST_SHARE = 0.1;

/**
 * Checks that the form and the database agree on each case; a case that fails is made as small as it can be.
 * @param check throws when they disagree; tells whether the form accepts the case
 */
export async function checkCases<Case>(cases: Arbitrary<Case>, check: (values: Case) => Promise<boolean>) {
  const verdicts = { accepted: 0, refused: 0 };
  const property = fc.asyncProperty(cases, async (values) => {
    verdicts[(await check(values)) ? 'accepted' : 'refused'] += 1;
  });
  await fc.assert(property, { ...RUN, includeErrorInReport: true });
  // A generator that makes only one kind of cases proves little.
  expect(verdicts.accepted).toBeGreaterThan(RUN.numRuns * FEWEST_SHARE);
  expect(verdicts.refused).toBeGreaterThan(RUN.numRuns * FEWEST_SHARE);
}
