import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { readJourneys } from '@site/contract/journeys';
import { readJourneyFiles } from '@site/release-build/journeys';
import { launchBrowser, visitsOf } from '@site/release-cli/check/browser';
import { describeResult, typedBy } from '@site/release-cli/check/run-journeys';
import { WIDTHS, walkJourney } from '@site/release-cli/check/walk-journey';
import type { ReleasablePackage } from '@site/release-cli/publish/packages';
import { answer, type HttpServerOptions } from '@site/release-server/http/answer-requests';
import type { Lifecycle } from '@site/release-server/run-program';
import { JOURNEYS_PATH } from './dev-page';

const KEY = 'j';

interface HotSite {
  readonly packages: readonly ReleasablePackage[];
  readonly address: string;
}

type Log = (line: string) => void;

/** Runs the journeys of the hot parts on their pages, once at a time. One that sends a request stores it. */
export function journeyRuns(site: HotSite): (log: Log) => Promise<void> {
  let isRunning = false;
  return async (log) => {
    if (isRunning) return log('The journeys are running already.');
    isRunning = true;
    await runJourneysOf(site, log).catch((error: Error) => log(error.message));
    isRunning = false;
  };
}

export function runJourneysOnKey(run: ReturnType<typeof journeyRuns>, { onEnd }: Pick<Lifecycle, 'onEnd'>): void {
  console.log(`To run the journeys of the hot parts: type ${KEY} and Enter, or use the button on a page.`);
  // As a terminal, it would take Ctrl-C.
  const input = createInterface({ input: process.stdin, terminal: false });
  onEnd(() => input.close());
  input.on('line', (line) => line.trim() === KEY && void run(console.log));
}

/** Answers the button of `devPage`. Only a POST: `isSameSiteRequest` lets links of other sites open an address here. */
export const runJourneysOnButton =
  (run: ReturnType<typeof journeyRuns>): NonNullable<HttpServerOptions['releaseInterface']> =>
  async ({ method }, response, { path }) => {
    if (path !== JOURNEYS_PATH || method !== 'POST') return false;
    const lines: string[] = [];
    await run((line) => lines.push(line));
    answer(response, { status: 200, text: lines.join('\n') });
    return true;
  };

async function runJourneysOf({ packages, address }: HotSite, log: Log): Promise<void> {
  const browser = await launchBrowser();
  try {
    const visitSite = visitsOf(browser, address);
    for (const { name, folder } of packages) {
      for (const journey of readJourneys(JSON.stringify(readJourneyFiles(folder) ?? {}))) {
        const typed = typedBy(randomUUID());
        const walk = { address, journey, typed, mayVisit: () => true };
        const walked = await Promise.all(
          WIDTHS.map(async (width) => ({ width, failure: await walkJourney(visitSite, { ...walk, width }) })),
        );
        const failures = walked.flatMap(({ width, failure }) => (failure ? [{ ...failure, width }] : []));
        const lines = describeResult({ owner: { name, id: 'dev' }, journey, touched: {}, failures });
        for (const line of lines.length > 0 ? lines : [`« ${journey.title} » passes.`]) log(line);
      }
    }
  } finally {
    await browser.close();
  }
}
