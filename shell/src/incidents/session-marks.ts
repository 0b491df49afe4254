/** Named in the cookie policy. */
export const MARKS_KEY = 'reported-failures';

/**
 * Creates a function that returns true for the first call with a mark in this browser session; where the browser refuses
 * storage, in this document.
 */
export function createSessionMarks(page: Pick<Window, 'sessionStorage'>): (mark: string) => boolean {
  const marks = new Set<string>();
  return (mark) => {
    if (marks.has(mark)) return false;
    marks.add(mark);
    try {
      const stored = page.sessionStorage.getItem(MARKS_KEY)?.split(' ') ?? [];
      if (stored.includes(mark)) return false;
      page.sessionStorage.setItem(MARKS_KEY, [...stored, mark].join(' '));
    } catch {
      // The marks of this document remain.
    }
    return true;
  };
}
