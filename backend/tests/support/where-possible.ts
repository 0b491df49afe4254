/** A group of tests that some machines cannot run. There the reason is printed, and they count as skipped, never as passed. */
export function describeWhere(isPossible: boolean, otherwise: string): jest.Describe {
  if (isPossible) return describe;
  printReason(otherwise);
  return describe.skip;
}

/** One such test. */
export function testWhere(isPossible: boolean, otherwise: string): jest.It {
  if (isPossible) return test;
  printReason(otherwise);
  return test.skip;
}

function printReason(reason: string): void {
  process.stderr.write(`Skipped: ${reason}.\n`);
}
