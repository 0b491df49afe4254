/** The cookie policy lists this key. */
export const MARKS_KEY = 'reported-failures';

/** @returns a function that is true once per mark and browser session; without access to storage, per document */
export function createOncePerSession(page: Pick<Window, 'sessionStorage'>): (mark: string) => boolean {
  const marks = new Set<string>();
  return (mark) => {
    if (marks.has(mark)) return false;
    marks.add(mark);
    try {
      const stored = page.sessionStorage.getItem(MARKS_KEY)?.split(' ') ?? [];
      if (stored.includes(mark)) return false;
      page.sessionStorage.setItem(MARKS_KEY, [...stored, mark].join(' '));
    } catch {
      // The marks in memory still count.
    }
    return true;
  };
}
