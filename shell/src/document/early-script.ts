import { CONSENT_KEY } from '../consent/consent-store';

/**
 * The page's only inline script, pinned by its hash in the Content-Security-Policy. It runs before the first paint, so
 * that neither the consent banner nor a reveal flashes: it says that scripts run, and what the visitor has chosen.
 */
export const EARLY_SCRIPT = `(function(d){var c;try{c=localStorage.getItem('${CONSENT_KEY}')}catch(e){}d.js='';d.consent=c==='accepted'||c==='rejected'?c:''})(document.documentElement.dataset)`;
