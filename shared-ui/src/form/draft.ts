/** What a form holds, as JSON in the tab's session storage, which may be refused or full: then nothing is kept. */
export function readDraft(key: string): Readonly<Record<string, unknown>> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? '');
    return typeof draft === 'object' && draft !== null ? { ...draft } : {};
  } catch {
    return {};
  }
}

/** @param values undefined removes the draft */
export function writeDraft(key: string, values: object | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  } catch {
    // The form works all the same; only leaving the page loses what was typed.
  }
}
