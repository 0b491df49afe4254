/** `describe`, or on a machine that cannot run the tests: prints the reason and skips them. */
export function describeWhere(isPossible: boolean, otherwise: string): jest.Describe {
  if (isPossible) return describe;
  printReason(otherwise);
  return describe.skip;
}

/** `test`, or on a machine that cannot run it: prints the reason and skips it. */
export function testWhere(isPossible: boolean, otherwise: string): jest.It {
  if (isPossible) return test;
  printReason(otherwise);
  return test.skip;
}

function printReason(reason: string): void {
  process.stderr.write(`Skipped: ${reason}.\n`);
}
