import { resolve } from 'node:path';
import type { TakenStep } from '@site/release-core/changes/change';
import { isS3Address, readS3Location, variablesFor } from '@site/release-core/store/s3/s3-location';
import type { Store } from '@site/release-core/store/store';
import type { Answer, Context } from '../command/command';
import { describeSteps } from '../describe/describe-change';
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
import { bucketTarget, type DeployTarget, folderTarget } from './target';

export async function deployTo({ store, root, options }: Context, word: string): Promise<Answer> {
  const target = openTarget(root, word);
  const deployed = await deploySite(store, target, options.isDry);
  return { text: describe(deployed, target), json: { target: target.place, ...deployed } };
}

function openTarget(root: string, text: string): DeployTarget {
  if (!isS3Address(text)) return folderTarget(resolve(root, text));
  const variables = variablesFor('TO_', process.env);
  return bucketTarget(readS3Location({ name: 'The target', text, variables }, process.env));
}

function describe({ seq, sent, kept, removed, leftOut, steps = [] }: Deployed, { place }: DeployTarget): string {
  return [
    ...describeSteps(steps),
    `Change ${seq} is in ${place}: ${sent.length} files sent, ${kept} were there${removed.length > 0 ? `, ${removed.length} removed` : ''}.`,
    ...leftOut.map(
      (path) => `left out: ${path}, which other sites could frame, as a bucket sends no header against it.`,
    ),
  ].join('\n');
}

interface Deployed {
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
