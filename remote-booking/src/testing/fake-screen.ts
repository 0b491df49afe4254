/** jsdom has no screen: every media query gets this answer. */
function answerQueries(matches: boolean) {
  window.matchMedia = ((media: string) => ({
    media,
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
}

export const showOnPhone = () => answerQueries(true);
export const showOnDesktop = () => answerQueries(false);
