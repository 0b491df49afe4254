import type { ShownNotice } from './notice-item';

interface DuplicateNotices {
  readonly newest: ShownNotice;
  readonly ids: readonly string[];
}

export function groupDuplicates(notices: readonly ShownNotice[]): readonly DuplicateNotices[] {
  const entries = new Map<string, DuplicateNotices>();
  for (const notice of notices) {
    const key = JSON.stringify([notice.tone, notice.title, notice.description]);
    const earlier = entries.get(key)?.ids ?? [];
    entries.delete(key);
    entries.set(key, { newest: notice, ids: [...earlier, notice.id] });
  }
  return [...entries.values()];
}
