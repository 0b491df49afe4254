import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { readJourneys } from '@site/contract/journeys';
import { readJourneyFiles } from '@site/release-build/journeys';
import { launchBrowser, visitsOf } from '@site/release-cli/check/browser';
import { describeResult, typedBy } from '@site/release-cli/check/run-journeys';
import { WIDTHS, walkJourney } from '@site/release-cli/check/walk-journey';
import type { ReleasablePackage } from '@site/release-cli/publish/packages';
import type { Lifecycle } from '@site/release-server/run-program';

const KEY = 'j';

interface HotSite {
  readonly packages: readonly ReleasablePackage[];
  readonly address: string;
}

/** Runs the journeys of the hot parts on their pages, once at a time. One that sends a request stores it. */
export function runJourneysOnKey(site: HotSite, { onEnd }: Pick<Lifecycle, 'onEnd'>): void {
  console.log(`To run the journeys of the hot parts: type ${KEY} and Enter.`);
  // As a terminal, it would take Ctrl-C.
  const input = createInterface({ input: process.stdin, terminal: false });
  onEnd(() => input.close());
  let isRunning = false;
  input.on('line', async (line) => {
    if (line.trim() !== KEY || isRunning) return;
    isRunning = true;
    await runJourneysOf(site, console.log).catch((error: Error) => console.log(error.message));
    isRunning = false;
  });
}

export async function runJourneysOf({ packages, address }: HotSite, log: (line: string) => void): Promise<void> {
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
