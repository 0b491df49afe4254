import { made } from '@site/release-core/changes/change';
import { findHold } from '@site/release-core/changes/part-state';
import { createProgress } from '@site/terminal/output';
import type { Answer, Context } from '../command/command';
import { describeSteps } from '../describe/describe-change';
import { takeSteps } from '../titled-steps';
import { choosePackages, listPackages, type ReleasablePackage } from './packages';
import { describePublication } from './publication-answer';
import {
  build,
  checkSources,
  compareWithSite,
  findABrowser,
  readSources,
  storeReleases,
  tryInBrowser,
} from './publication-steps';
import {
  comparedIn,
  type PublicationStep,
  type PublicationWork,
  publicationsIn,
  targetOf,
  trialIn,
} from './publication-work';
import { findChanged } from './sources';

interface Asked {
  /** Null for all that differ from the active releases. */
  readonly names: readonly string[] | null;
  readonly allowsDirty: boolean;
  readonly isUnchecked: boolean;
}

const stepsOf = (work: PublicationWork): readonly PublicationStep[] => [
  readSources,
  findABrowser,
  ...checkSources(work),
  build(work),
  compareWithSite,
  tryInBrowser(work),
  storeReleases(work),
];

/** Nothing on the site changes: every step can be repeated. */
export async function publishPackages(context: Context, { names, ...asked }: Asked): Promise<Answer> {
  const { root, store, options } = context;
  const { who, isDry } = options;
  const releasables = names ? choosePackages(root, names) : await chooseChanged(context);
  if (releasables.length === 0) return { text: 'Nothing differs from the active releases.', json: { releases: [] } };
  const target = targetOf(context);
  const nothingYet = { sources: null, compared: null, trial: null, publications: null };
  const start: PublicationWork = { ...asked, root, store, target, releasables, who, isDry, ...nothingYet };
  const { work, steps } = await takeSteps(stepsOf(start), start, {
    tell: (line) => console.error(`── ${line}`),
    takeStep: createProgress(process.stderr),
  });
  const { text, json } = describeWork(work);
  return isDry ? { text: [...describeSteps(steps), text].join('\n'), json: { ...json, steps } } : { text, json };
}

/** Without those that are held: somebody went back on purpose. */
async function chooseChanged({ root, store }: Context): Promise<readonly ReleasablePackage[]> {
  const { changed, missing, held } = await findChanged(
    store,
    (await store.readIndex()) ?? { releases: {} },
    listPackages(root),
  );
  for (const { name } of held) console.error(`${name} is held, so it is not published: publish it by its name.`);
  return [...changed, ...missing];
}

function describeWork(work: PublicationWork) {
  const { target, isDry } = work;
  const { current, parts } = comparedIn(work);
  const published = publicationsIn(work).map((publication, at) => {
    const { ready, ...compared } = made(parts[at] ?? null, 'compare it with the site');
    const hold = (current && findHold(current, ready.release.name)) ?? null;
    return { ...publication, ...compared, provenance: ready.provenance, hold };
  });
  return describePublication(published, {
    trial: trialIn(work),
    address: target.addressOf(current?.data.site.origin ?? ''),
    flag: target.flag,
    shell: current?.releases.shell?.active,
    isDry,
  });
}
