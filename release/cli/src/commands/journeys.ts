import { JOURNEYS_FOLDER, journeyFile } from '@site/contract/journeys';
import { requireState } from '@site/release-core/changes/decide';
import { journeysIn } from '@site/release-core/checks/journeys';
import { UserError } from '@site/release-core/user-error';
import { launchBrowser, visitsOf, withLifecycle } from '../check/browser';
import { describeResult, type JourneyResult, recordOf, runJourneys } from '../check/run-journeys';
import { startTemporarySite } from '../check/temporary-site';
import type { CommandOutput, Context } from '../command';
import { readBuiltRelease } from '../publish/built-release';
import { buildPackages, choosePackages } from '../publish/packages';
import { openTrial, releasesWith } from '../publish/try-out';

const RECORD_HELP = `1. Start the site, and open it in a guest window of Chrome.
2. Developer tools, More tools, Recorder, Create recording, Start recording. Leave the selector types as they are.
3. Do what a visitor does, then Add assertion, End recording. Export it as JSON into ${JOURNEYS_FOLDER}/ of the part.
4. In the file: in place of .cls, what must be there, as aria/… or text/…; "assertedEvents" with the address for a click
   that leads to another page; {name}, {email}, {phone}, {day} or {day+7} for what you typed.
5. Run it: release journeys <name>. docs/release-a-part.md has an example.`;

interface JourneysOptions {
  readonly 'record-help': boolean;
}

/** Builds a part of the working copy and runs its journeys among the active releases. */
export async function runJourneysOfPart(context: Context<JourneysOptions>, word?: string): Promise<CommandOutput> {
  const { root, store, options } = context;
  if (options['record-help']) return { text: RECORD_HELP, json: { journeys: [] } };
  if (word === undefined)
    throw new UserError('Name a part ("npx pnpm release journeys booking"), or give --record-help.');
  const current = requireState(await store.readRevision());
  const packages = choosePackages(root, [word]);
  await buildPackages(packages);
  const built = await Promise.all(packages.map((one) => readBuiltRelease(one)));
  const trial = await openTrial(store, built);
  const state = { ...current, releases: releasesWith(current, built) };
  const chosen = (await journeysIn(trial, state)).filter(({ of }) => built.some(({ release }) => release.id === of.id));
  const ran = await withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const site = await startTemporarySite(trial, { state, life });
    return runJourneys(visitsOf(browser, site.address), { store: trial, state, site }, chosen);
  });
  const text = ran.map(describeOne).join('\n') || 'It has no journeys: docs/release-a-part.md shows how to record one.';
  const json = { journeys: ran.map((one) => ({ title: one.journey.title, ...recordOf(one) })) };
  return { text, json, isBad: ran.some(({ failures }) => failures.length > 0) };
}

const describeOne = (ran: JourneyResult) =>
  describeResult(ran).join('\n') ||
  `« ${ran.journey.title} » passes (${journeyFile(ran.journey.name)}, ${ran.journey.steps.length} steps).`;
