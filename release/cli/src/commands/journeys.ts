import { journeyFile } from '@site/contract/journeys';
import { requireState } from '@site/release-core/changes/decide';
import { journeysIn } from '@site/release-core/checks/journeys';
import { launchBrowser, visitsOf, withLifecycle } from '../check/browser';
import { describeResult, type JourneyResult, recordOf, runJourneys } from '../check/run-journeys';
import { startTemporarySite } from '../check/temporary-site';
import type { CommandOutput, Context } from '../command';
import { readBuiltRelease } from '../publish/built-release';
import { buildPackages, choosePackages } from '../publish/packages';
import { openTrial, releasesWith } from '../publish/try-out';

export async function runJourneysOfPart({ root, store }: Context, word: string): Promise<CommandOutput> {
  const current = requireState(await store.readRevision());
  const packages = choosePackages(root, [word]);
  await buildPackages(packages);
  const built = await Promise.all(packages.map((one) => readBuiltRelease(one)));
  const trial = await openTrial(store, built);
  const state = { ...current, releases: releasesWith(current, built) };
  const chosen = (await journeysIn(trial, state)).filter(({ owner }) =>
    built.some(({ release }) => release.id === owner.id),
  );
  const ran = await withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const site = await startTemporarySite(trial, state, life);
    return runJourneys(visitsOf(browser, site.address), { store: trial, state, site }, chosen);
  });
  const text = ran.map(describeOne).join('\n') || 'It has no journeys: docs/release-a-part.md shows how to record one.';
  const json = { journeys: ran.map((one) => ({ title: one.journey.title, ...recordOf(one) })) };
  return { text, json, isBad: ran.some(({ failures }) => failures.length > 0) };
}

const describeOne = (ran: JourneyResult) =>
  describeResult(ran).join('\n') ||
  `« ${ran.journey.title} » passes (${journeyFile(ran.journey.name)}, ${ran.journey.steps.length} steps).`;
