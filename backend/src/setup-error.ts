/** Something the person who starts the backend can mend; the message is one sentence that says how. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** What any thrown value says, for a sentence that quotes it. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}
