import type { BrowserContext } from '@playwright/test';

/**
 * Stores today's choice about cookies once per tab, so that a test can change it.
 * Playwright's `storageState` would open one more page for this in each context.
 */
export const rememberConsent = (context: BrowserContext, choice: 'accepted' | 'rejected') =>
  context.addInitScript(
    ([given, at]) => {
      // A preview has no storage.
      const isSite = location.protocol.startsWith('http') && self.origin !== 'null';
      if (!isSite || sessionStorage.getItem('consent-given')) return;
      sessionStorage.setItem('consent-given', 'yes');
      localStorage.setItem('cookie-consent', given);
      localStorage.setItem('cookie-consent-at', at);
    },
    [choice, new Date().toISOString()] as const,
  );
