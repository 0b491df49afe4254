/** A note that is not stored yet, with what it is a change of. */
export interface NoteDraft {
  readonly note: string;
  /** The stored note when typing began. */
  readonly base: string;
  /** The request's version at that time. */
  readonly version: number;
}

const keyOf = (id: string) => `espace-note-${id}`;

/** Survives a reload of the tab and a new sign-in. Null without one, or without access to storage. */
export function readNoteDraft(id: string): NoteDraft | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOf(id)) ?? 'null') as Partial<NoteDraft> | null;
    const { note, base, version } = kept ?? {};
    if (typeof note !== 'string' || typeof base !== 'string' || typeof version !== 'number') return null;
    return { note, base, version };
  } catch {
    return null;
  }
}

/** Null removes it. Without access to storage, nothing is kept. */
export function keepNoteDraft(id: string, draft: NoteDraft | null): void {
  try {
    if (draft) window.sessionStorage.setItem(keyOf(id), JSON.stringify(draft));
    else window.sessionStorage.removeItem(keyOf(id));
  } catch {
    // The note is then only kept by saving it.
  }
}
