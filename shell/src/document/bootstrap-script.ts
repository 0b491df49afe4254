import { START_ELEMENT_ID } from '@site/contract/page-data';
import { CONSENT_DATE_KEY, CONSENT_KEY } from '../consent/consent-store';
import { inlineBootstrap } from './inline-bootstrap';

/** After this time since the page has loaded, the shell is loaded in a browser that is never idle. */
const IDLE_WITHIN_MS = 1000;
/** After this time without a running shell, the page shows the message about a failed shell. */
export const SHELL_WITHIN_MS = 10_000;

type Parts = Parameters<typeof inlineBootstrap>;

const INTENT: Parts[2][0] = ['pointerdown', 'keydown', 'focusin'];

/** The page's only inline script, pinned by its hash in the Content-Security-Policy. */
export const BOOTSTRAP_SCRIPT = scriptWith(INTENT);

/** The composed page of a private part shows nothing to read: its scripts begin at once. */
export const PRIVATE_BOOTSTRAP_SCRIPT = scriptWith([...INTENT, 'DOMContentLoaded']);

function scriptWith(signs: Parts[2][0]): string {
  const parts: Parts = [[CONSENT_KEY, CONSENT_DATE_KEY], START_ELEMENT_ID, [signs, IDLE_WITHIN_MS, SHELL_WITHIN_MS]];
  return `(${withoutIndents(inlineBootstrap.toString())})(...${JSON.stringify(parts)})`;
}

// Safe for the compiled source: no line of it depends on its indentation.
function withoutIndents(source: string): string {
  return source.replaceAll(/\n\s+/g, '\n');
}
