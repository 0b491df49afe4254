import type { ShownNotice } from './notice-item';

interface AlikeNotices {
  readonly newest: ShownNotice;
  readonly ids: readonly string[];
}

/** Groups notices with the same texts into one entry, at the position of the newest. */
export function groupDuplicates(notices: readonly ShownNotice[]): readonly AlikeNotices[] {
  const entries = new Map<string, AlikeNotices>();
  for (const notice of notices) {
    const saying = JSON.stringify([notice.tone, notice.title, notice.description]);
    const earlier = entries.get(saying)?.ids ?? [];
    entries.delete(saying);
    entries.set(saying, { newest: notice, ids: [...earlier, notice.id] });
  }
  return [...entries.values()];
}
