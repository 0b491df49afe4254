import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { readJourneyFiles } from '@site/build/journeys';
import { readJourneys } from '@site/contract/journeys';
import { launchBrowser, visitorsOf } from '@site/release/check/browser';
import { describeRan, typedBy } from '@site/release/check/run-journeys';
import { WIDTHS, walkJourney } from '@site/release/check/walk-journey';
import type { ReleasablePackage } from '@site/release/publish/packages';
import type { Lifecycle } from '@site/server/run-program';

const KEY = 'j';

interface HotSite {
  readonly packages: readonly ReleasablePackage[];
  readonly address: string;
}

/** On the key and Enter, runs the journeys of the hot parts on their pages. One that sends a request stores it. */
export function runJourneysOnKey(site: HotSite, { onEnd }: Pick<Lifecycle, 'onEnd'>): void {
  console.log(`To run the journeys of ${site.packages.map(({ name }) => name).join(', ')}: type ${KEY} and Enter.`);
  // Not as a terminal, in which it would take Ctrl-C.
  const input = createInterface({ input: process.stdin, terminal: false });
  onEnd(() => input.close());
  let isRunning = false;
  input.on('line', async (line) => {
    if (isRunning || line.trim() !== KEY) return;
    isRunning = true;
    await runJourneysOf(site, console.log).catch((error: Error) => console.error(error.message));
    isRunning = false;
  });
}

/** @throws NoBrowserError; JourneyError for a file that is no journey */
export async function runJourneysOf({ packages, address }: HotSite, log: (line: string) => void): Promise<void> {
  const browser = await launchBrowser();
  try {
    const visitors = visitorsOf(browser, address);
    for (const { name, folder } of packages) {
      for (const journey of readJourneys(JSON.stringify(readJourneyFiles(folder) ?? {}))) {
        const typed = typedBy(randomUUID());
        const walk = { address, journey, typed, mayVisit: () => true };
        const walked = await Promise.all(
          WIDTHS.map(async (width) => ({ width, failure: await walkJourney(visitors, { ...walk, width }) })),
        );
        const failures = walked.flatMap(({ width, failure }) => (failure ? [{ ...failure, width }] : []));
        const lines = describeRan({ of: { name, id: 'dev' }, journey, touched: {}, failures });
        for (const line of lines.length > 0 ? lines : [`« ${journey.title} » holds.`]) log(line);
      }
    }
  } finally {
    await browser.close();
  }
}
