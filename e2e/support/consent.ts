/** A browser's storage with a choice about cookies of today. */
export const answeredConsent = (origin: string, choice: 'accepted' | 'rejected') => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: [
        { name: 'cookie-consent', value: choice },
        { name: 'cookie-consent-at', value: new Date().toISOString() },
      ],
    },
  ],
});
