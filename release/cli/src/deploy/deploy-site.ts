import type { TakenStep } from '@site/release-core/step';
import type { Store } from '@site/release-core/store/store';
import { takeSteps } from '../titled-steps';
import {
  countReleaseFiles,
  DEPLOY_STEPS,
  type Deployment,
  entryOf,
  filesOf,
  formerPages,
  pageKeys,
} from './deploy-steps';
import type { DeployTarget } from './target';

export interface Deployed {
  readonly seq: number;
  /** Keys; pages are sent every time. */
  readonly sent: readonly string[];
  /** Number of release files that were already there. */
  readonly kept: number;
  readonly removed: readonly string[];
  /** Paths of pages that would be unsafe there. */
  readonly leftOut: readonly string[];
  /** Only of a dry run. */
  readonly steps?: readonly TakenStep[];
}

/**
 * The next deployment completes an interrupted one, and concurrent ones end with the latest change.
 * @throws UserError when the target holds something else, or a later change
 */
export async function deploySite(store: Store, target: DeployTarget, isDry = false): Promise<Deployed> {
  const start = {
    store,
    target: isDry ? dryTarget(target) : target,
    last: null,
    entry: null,
    files: null,
    missing: [],
  };
  for (;;) {
    const { work, steps } = await takeSteps<Deployment>(DEPLOY_STEPS, start);
    if (isDry) return { ...deployedBy(work), steps };
    // Another deployment may have finished with a later change, whose pages these have overwritten.
    if ((await store.readIndex())?.seq === entryOf(work).seq) return deployedBy(work);
  }
}

const deployedBy = (work: Deployment): Deployed => ({
  seq: entryOf(work).seq,
  sent: [...work.missing.map(({ key }) => key), ...pageKeys(work)],
  kept: countReleaseFiles(work) - work.missing.length,
  removed: formerPages(work),
  leftOut: filesOf(work).leftOut,
});

const dryTarget = (target: DeployTarget): DeployTarget => ({
  ...target,
  // Reads the file, so that a dry run also finds damage.
  put: async ({ read }) => void (await read()),
  remove: async () => undefined,
});
