import type { BrowserContext } from '@playwright/test';

/**
 * Gives the visitors of a context a choice about cookies of today, once a tab: what a test changes stays changed.
 * Playwright's `storageState` would open one more page for it in each context.
 */
export const rememberConsent = (context: BrowserContext, choice: 'accepted' | 'rejected') =>
  context.addInitScript(
    ([given, at]) => {
      const isSite = location.protocol.startsWith('http');
      if (!isSite || sessionStorage.getItem('consent-given')) return;
      sessionStorage.setItem('consent-given', 'yes');
      localStorage.setItem('cookie-consent', given);
      localStorage.setItem('cookie-consent-at', at);
    },
    [choice, new Date().toISOString()] as const,
  );
