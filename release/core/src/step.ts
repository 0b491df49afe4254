/** `value` says what the step has found or made; a dry run prints it. */
export interface Step<Work> {
  readonly title: string;
  readonly run: (work: Work) => Promise<Work>;
  readonly value: (work: Work) => string | Promise<string>;
}

export interface TakenStep {
  readonly title: string;
  readonly value: string;
}

/** What an earlier step has found or made. @throws Error when that step comes later */
export function made<Value>(value: Value | null, title: string): Value {
  if (value === null) throw new Error(`"${title}" comes first.`);
  return value;
}
