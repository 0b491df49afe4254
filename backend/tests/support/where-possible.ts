/** Tests of what a machine may lack: where it does, they say why and count as skipped, never as passed. */
export function describeWhere(isPossible: boolean, otherwise: string): jest.Describe {
  if (isPossible) return describe;
  tell(otherwise);
  return describe.skip;
}

/** One test of that kind. */
export function testWhere(isPossible: boolean, otherwise: string): jest.It {
  if (isPossible) return test;
  tell(otherwise);
  return test.skip;
}

function tell(reason: string): void {
  process.stderr.write(`Skipped: ${reason}.\n`);
}
