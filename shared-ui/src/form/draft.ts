/** Reads a form's draft from the session storage; an empty object if the storage is blocked or holds no draft. */
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
    // The storage is blocked or full. The form still works, but leaving the page loses the typed values.
  }
}
