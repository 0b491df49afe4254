import type { WatchNotice } from '@site/backend/site-update';
import type { WatchEnd, WatchLook } from '@site/release-core/watch/stored-watches';

/** As long as a mail about it may go. */
const TOLD_MS = 24 * 3_600_000;

export type TellOwner = (notice: WatchNotice) => void;

/** Null for an end that nobody must know of, and for one of long ago. */
export function noticeOfEnd(seq: number, end: WatchEnd, now: number): WatchNotice | null {
  const { verdict, at, because, parts } = end;
  if (verdict !== 'returned' && verdict !== 'not-returned') return null;
  if (Math.abs(now - Date.parse(at)) > TOLD_MS) return null;
  return { seq, outcome: verdict, at, parts, ...(because && { because }) };
}

export const noticeOfLook = (seq: number, { at, parts, alert }: WatchLook): WatchNotice | null =>
  alert ? { seq, outcome: alert, at, parts } : null;
