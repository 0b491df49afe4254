import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onEnd` once after the duration, not counting pauses; never if the duration is undefined. */
export function useNoticeTimer(durationMs: number | undefined, isPaused: boolean, onEnd: () => void): void {
  const remainingMs = useRef(durationMs);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const leftMs = remainingMs.current;
    if (isPaused || leftMs === undefined) return;
    const startedAt = Date.now();
    const timer = setTimeout(end, leftMs);
    return () => {
      clearTimeout(timer);
      remainingMs.current = leftMs - (Date.now() - startedAt);
    };
  }, [isPaused]);
}
