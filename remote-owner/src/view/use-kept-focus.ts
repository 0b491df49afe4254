import { useIsMutating } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';

/** After an action whose button is gone, the focus is on what the action was done in, not at the start of the page. */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  const running = useIsMutating();
  const before = useRef(running);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (running === 0 && before.current > 0 && isLost) place.current?.focus({ preventScroll: true });
    before.current = running;
  }, [running, place]);
}
