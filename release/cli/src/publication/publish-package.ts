import { findHold } from '@site/release-core/changes/holds';
import { createProgress } from '@site/terminal/progress';
import type { Answer, Context } from '../command/command';
import { describeSteps } from '../describe/describe-change';
import { choosePackages } from '../publish/packages';
import { takeSteps } from '../titled-steps';
import { build, checkSources, findABrowser, readSources } from './build-steps';
import { describePublication } from './publication-answer';
import { targetOf } from './publication-target';
import { comparedIn, type PublicationStep, type PublicationWork, publicationIn, trialIn } from './publication-work';
import { compareWithSite, storeRelease, tryInBrowser } from './store-steps';

interface Asked {
  readonly name: string;
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
  storeRelease(work),
];

/** Nothing on the site changes: every step can be repeated. */
export async function publishPackage(context: Context, { name, ...asked }: Asked): Promise<Answer> {
  const { root, store, options } = context;
  const { who, isDry } = options;
  const [releasable] = choosePackages(root, [name]);
  if (!releasable) throw new Error('No package was chosen.');
  const target = targetOf(context);
  const nothingYet = { sources: null, compared: null, trial: null, publication: null };
  const start: PublicationWork = { ...asked, root, store, target, releasable, who, isDry, ...nothingYet };
  const { work, steps } = await takeSteps(stepsOf(start), start, {
    tell: (line) => console.error(`── ${line}`),
    takeStep: createProgress(process.stderr),
  });
  const { text, json } = describeWork(work);
  return isDry ? { text: [...describeSteps(steps), text].join('\n'), json: { ...json, steps } } : { text, json };
}

function describeWork(work: PublicationWork) {
  const { target, isDry } = work;
  const { ready, current, active, react } = comparedIn(work);
  return describePublication({
    ...publicationIn(work),
    provenance: ready.provenance,
    active,
    react,
    trial: trialIn(work),
    address: target.addressOf(current?.data.site.origin ?? ''),
    flag: target.flag,
    shell: current?.releases.shell?.active,
    hold: (current && findHold(current, work.releasable.name)) ?? null,
    isDry,
  });
}
