/** Shares one answer among all who ask within `lifetimeMs` of the question, also while it is on its way. */
export function shareAnswer<Answer>(lifetimeMs: number, now = () => performance.now()) {
  let shared: { readonly askedAt: number; readonly answer: Promise<Answer> } | null = null;
  return {
    get: (ask: () => Promise<Answer>): Promise<Answer> => {
      if (shared && now() - shared.askedAt < lifetimeMs) return shared.answer;
      const asked = { askedAt: now(), answer: ask() };
      shared = asked;
      asked.answer.catch(() => {
        if (shared === asked) shared = null;
      });
      return asked.answer;
    },
    forget: () => {
      shared = null;
    },
  };
}
