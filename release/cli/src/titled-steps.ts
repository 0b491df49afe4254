import type { TakenStep } from '@site/release-core/changes/steps';

/** `value` says what the step has found or made; a dry run prints it. */
export interface Step<Work> {
  readonly title: string;
  /** Why the step is not taken; null when it is. */
  readonly skip?: (work: Work) => string | null | Promise<string | null>;
  readonly run: (work: Work) => Promise<Work>;
  readonly value: (work: Work) => string;
}

interface Done<Work> {
  readonly work: Work;
  readonly steps: readonly TakenStep[];
}

/** Takes the steps in order. @param tell receives the title of each before it runs, and why one is skipped */
export async function takeSteps<Work>(
  steps: readonly Step<Work>[],
  start: Work,
  tell: (line: string) => void = () => undefined,
): Promise<Done<Work>> {
  const taken: TakenStep[] = [];
  let work = start;
  for (const { title, skip, run, value } of steps) {
    const skipped = (await skip?.(work)) ?? null;
    tell(skipped === null ? title : `${title}: ${skipped}`);
    if (skipped === null) work = await run(work);
    taken.push({ title, value: skipped ?? value(work) });
  }
  return { work, steps: taken };
}

/** What an earlier step has found or made. @throws Error when that step comes later */
export function made<Value>(value: Value | null, title: string): Value {
  if (value === null) throw new Error(`"${title}" comes first.`);
  return value;
}
