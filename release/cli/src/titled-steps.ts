import type { Step, TakenStep } from '@site/release-core/changes/change';
import type { TakeStep } from '@site/terminal/output';

export interface TitledStep<Work> extends Step<Work> {
  /** Why the step is not taken; null when it is. */
  readonly skip?: (work: Work) => string | null | Promise<string | null>;
}

interface Done<Work> {
  readonly work: Work;
  readonly steps: readonly TakenStep[];
}

interface Told {
  /** Receives the title of each step before it runs, and why one is skipped. */
  readonly tell?: (line: string) => void;
  /** Shows how long each step took. */
  readonly takeStep?: TakeStep;
}

/** Takes the steps in order. */
export async function takeSteps<Work>(
  steps: readonly TitledStep<Work>[],
  start: Work,
  { tell = () => undefined, takeStep = (_, run) => run() }: Told = {},
): Promise<Done<Work>> {
  const taken: TakenStep[] = [];
  let work = start;
  for (const { title, skip, run, value } of steps) {
    const skipped = (await skip?.(work)) ?? null;
    tell(skipped === null ? title : `${title}: ${skipped}`);
    if (skipped === null) work = await takeStep(title, () => run(work));
    taken.push({ title, value: skipped ?? (await value(work)) });
  }
  return { work, steps: taken };
}
