import { START_ELEMENT_ID } from '@site/contract/page-data';
import { CONSENT_DATE_KEY, CONSENT_KEY } from '../consent/consent-store';
import { inlineBootstrap } from './inline-bootstrap';

/** How long the shell may take once it is asked for, before the page says that nothing can be sent. */
export const SHELL_WITHIN_MS = 10_000;
const SIGNS_OF_INTENT: Parameters<typeof inlineBootstrap>[3] = ['pointerdown', 'keydown', 'focusin'];

const parameters = [CONSENT_KEY, CONSENT_DATE_KEY, START_ELEMENT_ID, SIGNS_OF_INTENT, SHELL_WITHIN_MS];

/** The page's only inline script, pinned by its hash in the Content-Security-Policy. */
export const BOOTSTRAP_SCRIPT = `(${withoutIndents(inlineBootstrap.toString())})(${parameters.map((one) => JSON.stringify(one)).join()})`;

// Its compiled text: no line of it needs what stands at its beginning.
function withoutIndents(source: string): string {
  return source.replaceAll(/\n\s+/g, '\n');
}
