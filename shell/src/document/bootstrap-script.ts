import { START_ELEMENT_ID } from '@site/contract/page-data';
import { CONSENT_DATE_KEY, CONSENT_KEY } from '../consent/consent-store';
import { inlineBootstrap } from './inline-bootstrap';

/** The shell is loaded this long after the load event, even if the browser is never idle. */
const IDLE_WITHIN_MS = 1000;
/** The page shows the shell's load error if the shell does not run this long after its request. */
export const SHELL_WITHIN_MS = 10_000;

type Parts = Parameters<typeof inlineBootstrap>;

const INTENT: Parts[2][0] = ['pointerdown', 'keydown', 'focusin'];

/** The page's only inline script, pinned by its hash in the Content-Security-Policy. */
export const BOOTSTRAP_SCRIPT = scriptWith(INTENT);

/** Starts the shell at once: a private part's prerendered page has no content. */
export const PRIVATE_BOOTSTRAP_SCRIPT = scriptWith([...INTENT, 'DOMContentLoaded']);

function scriptWith(signs: Parts[2][0]): string {
  const parts: Parts = [[CONSENT_KEY, CONSENT_DATE_KEY], START_ELEMENT_ID, [signs, IDLE_WITHIN_MS, SHELL_WITHIN_MS]];
  return `(${withoutIndents(inlineBootstrap.toString())})(...${JSON.stringify(parts)})`;
}

// Safe, because no line of the compiled source depends on its indentation.
function withoutIndents(source: string): string {
  return source.replaceAll(/\n\s+/g, '\n');
}
