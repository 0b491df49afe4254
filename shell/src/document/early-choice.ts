/**
 * A part of the inline bootstrap: it cannot refer to anything outside itself. It marks the visitor's choice about cookies
 * on `html` after the first paint, and stores one that is made before hydration.
 */
export function rememberChoice(choiceKey: string, dateKey: string): void {
  const page = document.documentElement.dataset;
  const valid = (choice: string | null | undefined) => (choice === 'accepted' || choice === 'rejected' ? choice : '');
  const read = () => {
    try {
      page.consent = valid(localStorage.getItem(choiceKey));
    } catch {
      page.consent = '';
    }
  };
  // The first access to storage would delay a phone's first paint by two frames.
  requestAnimationFrame(() => setTimeout(read));
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      const choice = valid(button?.dataset.consentChoice);
      if (!window.bootstrap || !choice) return;
      page.consent = choice;
      try {
        localStorage.setItem(dateKey, new Date().toISOString());
        localStorage.setItem(choiceKey, choice);
      } catch {
        // Without storage, the shell keeps the choice for this page.
      }
    },
    true,
  );
}
