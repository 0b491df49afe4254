import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls back once when the time is up; while paused it stands still.
 * @param durationMs without it the time is never up
 */
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
