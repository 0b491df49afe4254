/** jsdom lacks `matchMedia`. This fake gives the same answer to every media query. */
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
