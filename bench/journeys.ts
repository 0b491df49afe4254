import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from '@site/release-cli/check/check-pairs';
import { readBuiltRelease } from '@site/release-cli/publish/built-release';
import { buildPackages, choosePackages } from '@site/release-cli/publish/packages';
import { openTrial } from '@site/release-cli/publish/try-out';
import { activate } from '@site/release-core/changes/activate';
import { makeChange } from '@site/release-core/changes/change';
import { requireState } from '@site/release-core/changes/decide';
import { addJourneyRuns, missingJourneys } from '@site/release-core/checks/journeys';
import { addChecks, pairsOf } from '@site/release-core/checks/pairs';
import type { Store } from '@site/release-core/store/store';
import { copyWholeWorkspace } from '@site/release-dev/tests/workspace-copy';
import { FAULTS, HARMLESS, type PlantedChange } from './journeys/planted-changes';
import { composeSite, ROOT } from './pages/composed-site';
import { reportMisses, spreadOf, writeReport } from './pages/report';

// Which changes of a part does an activation refuse, and how long does it take?

const BUDGET = { refused: 18, seconds: 60 };

/** Selects changes whose description contains it; `fault` and `harmless` are a part of it. */
const [only = ''] = process.argv.slice(2);
const describe = (change: PlantedChange) =>
  `${FAULTS.includes(change) ? 'fault' : 'harmless'}, ${change.part}: ${change.what}`;
const chosen = (all: readonly PlantedChange[]) => all.filter((change) => describe(change).includes(only));

interface Outcome {
  readonly what: string;
  readonly part: string;
  /** The activation took so long, without the build. */
  readonly seconds: number;
  /** Null when it became active. */
  readonly refusal: string | null;
}

/** Leaves the store as after the first activation: every pair was checked, and every journey ran. */
async function checkAll(store: Store) {
  const state = requireState(await store.readRevision());
  const journeys = await missingJourneys(store, null, state);
  const ran = await runChecks({ store, ...state, pairs: pairsOf(state.releases), journeys, current: null });
  const run = { who: '', at: new Date().toISOString(), durationMs: ran.durationMs };
  await addChecks(store, ran.pairs, run);
  await addJourneyRuns(store, ran.journeys ?? [], run);
  return ran.durationMs / 1000;
}

async function activateIn(store: Store, word: string, { retire }: PlantedChange): Promise<string | null> {
  const retired = { retire: retire ? [retire.path] : [], redirect: retire ? [retire.redirect] : [] };
  const options = { ...retired, why: 'a bench', who: 'bench', isDry: false, accept: [], isUnwatched: true };
  const own = { isUnchecked: false, isResuming: false, watch: undefined };
  const context = {
    store,
    runChecks,
    readData: () => Promise.reject(new Error('not needed')),
    options: { ...options, ...own },
  };
  return makeChange(activate, context, [word]).then(
    () => null,
    (error: Error) => error.message,
  );
}

async function plant(store: Store, copy: string, change: PlantedChange): Promise<Outcome> {
  const originals = change.edits.map(([file]) => [join(copy, file), readFileSync(join(copy, file), 'utf8')] as const);
  for (const [file, from, to] of change.edits) {
    writeFileSync(join(copy, file), readFileSync(join(copy, file), 'utf8').replaceAll(from, to));
  }
  try {
    const packages = choosePackages(copy, [change.part]);
    await buildPackages(packages);
    const [built] = await Promise.all(packages.map((one) => readBuiltRelease(one)));
    if (!built) throw new Error('Nothing was built.');
    if (requireState(await store.readRevision()).releases[change.part]?.active === built.release.id) {
      throw new Error(`${change.what}: it changes nothing in ${change.part}.`);
    }
    const trial = await openTrial(store, [built]);
    const since = performance.now();
    const refusal = await activateIn(trial, `${change.part}@${built.release.id}`, change);
    return { what: change.what, part: change.part, seconds: (performance.now() - since) / 1000, refusal };
  } finally {
    for (const [file, text] of originals) writeFileSync(file, text);
  }
}

const outdated = [...FAULTS, ...HARMLESS].flatMap(({ what, edits }) =>
  edits.flatMap(([file, from]) => (readFileSync(join(ROOT, file), 'utf8').includes(from) ? [] : [`${what}: ${file}`])),
);
if (outdated.length > 0) throw new Error(`These changes fit their files no longer:\n${outdated.join('\n')}`);

const site = await composeSite();
const copy = copyWholeWorkspace();
try {
  const first = await checkAll(site.store);
  console.log(`All pairs and journeys once: ${first.toFixed(1)} s`);
  const outcomes: Outcome[] = [];
  // A change of the shell reaches all journeys and takes longest.
  const alternating = FAULTS.flatMap((fault, at) => [fault, ...HARMLESS.slice(at, at + 1)]);
  const planted = alternating.sort((a, b) => Number(a.part === 'shell') - Number(b.part === 'shell'));
  for (const change of chosen(planted)) {
    const outcome = await plant(site.store, copy, change);
    const word = outcome.refusal === null ? 'active' : 'refused';
    console.log(`${describe(change)}: ${word} in ${outcome.seconds.toFixed(1)} s\n  ${outcome.refusal ?? ''}`);
    outcomes.push(outcome);
  }
  const isFault = ({ what }: Outcome) => FAULTS.some((one) => one.what === what);
  const refused = outcomes.filter((one) => isFault(one) && one.refusal !== null).length;
  const wronged = outcomes.filter((one) => !isFault(one) && one.refusal !== null).length;
  const spread = spreadOf(outcomes.map(({ seconds }) => seconds));
  console.table(
    outcomes.map(({ refusal, seconds, ...rest }) => ({
      ...rest,
      seconds: seconds.toFixed(1),
      refused: refusal !== null,
    })),
  );
  console.log({ faults: chosen(FAULTS).length, refused, harmless: chosen(HARMLESS).length, wronged, seconds: spread });
  writeReport('journeys', { first, outcomes, seconds: spread });
  reportMisses([
    ...(refused < Math.min(BUDGET.refused, chosen(FAULTS).length) ? [`only ${refused} faults are refused`] : []),
    ...(wronged > 0 ? [`${wronged} harmless changes are refused`] : []),
    ...(spread.max > BUDGET.seconds ? [`an activation takes ${spread.max.toFixed(1)} s`] : []),
  ]);
} finally {
  rmSync(copy, { recursive: true, force: true });
  await site.remove();
}
