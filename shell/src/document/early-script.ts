import { CONSENT_KEY } from '../consent/consent-store';

/** How long the shell's script may take before the page says that nothing can be sent. */
export const SHELL_WITHIN_MS = 10_000;

/**
 * The page's only inline script, pinned by its hash in the Content-Security-Policy. It runs before the first paint, so
 * that neither the consent banner nor a reveal flashes: it says that scripts run, and what the visitor has chosen.
 * Then it watches over the shell's script, which says itself when it lives: until then, a script that fails is the
 * shell's own. It is fetched anew at once: one that arrived damaged would stay in the browser's cache for good.
 */
export const EARLY_SCRIPT = `(function(d){var c;try{c=localStorage.getItem('${CONSENT_KEY}')}catch(e){}d.js='';d.consent=c==='accepted'||c==='rejected'?c:'';function f(){if(d.shell!=='live')d.shell='failed'}addEventListener('error',function(e){var t=e.target;if(t.tagName==='SCRIPT'&&d.shell!=='live'){f();fetch(t.src,{cache:'reload'}).catch(f)}},true);setTimeout(f,${SHELL_WITHIN_MS})})(document.documentElement.dataset)`;
