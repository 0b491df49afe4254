import { FACTS_PATH } from '@site/contract/addresses';
import { readSiteFacts, type SiteFacts } from './settings.ts';

const WITHIN_MS = 5000;

interface PresentFacts {
  readonly facts: SiteFacts;
  /** False when the site could not be asked, so that the facts may be outdated. */
  readonly arePresent: boolean;
}

/**
 * The facts of the pages, which the owner may have edited, merged over those of the function's secrets. No page
 * contains the address of the video call. Never rejects.
 */
export async function presentFacts(origin: string | undefined, ofSecret: SiteFacts): Promise<PresentFacts> {
  if (!origin) return { facts: ofSecret, arePresent: true };
  try {
    const answer = await fetch(new URL(FACTS_PATH, origin), { signal: AbortSignal.timeout(WITHIN_MS) });
    const text = await answer.text();
    // Pages of an earlier version have no such file.
    if (answer.status === 404) return { facts: ofSecret, arePresent: true };
    if (!answer.ok) return { facts: ofSecret, arePresent: false };
    const { videoLink } = ofSecret;
    const { videoLink: _, ...published } = readSiteFacts(text);
    return { facts: { ...published, ...(videoLink && { videoLink }) }, arePresent: true };
  } catch {
    return { facts: ofSecret, arePresent: false };
  }
}
