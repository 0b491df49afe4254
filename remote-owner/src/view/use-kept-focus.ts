import { useIsMutating } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to `place` after an action that removed its own button, since it would be lost. */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  const running = useIsMutating();
  const before = useRef(running);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (running === 0 && before.current > 0 && isLost) place.current?.focus({ preventScroll: true });
    before.current = running;
  }, [running, place]);
}
