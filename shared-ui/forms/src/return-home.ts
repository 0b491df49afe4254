import type { Host } from '@site/contract/host';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';

const RETURN_HOME_AFTER_MS = 2000;

export type ReturnHome = Omit<ReturnType<typeof useReturnHome>, 'reset'>;

/**
 * Navigates home after two seconds. In the element with `listeners`, a touch, a key or the wheel cancels the return
 * and a moving mouse or the focus of a control postpones it. Scrolling and the focus of the element itself do
 * neither, because the page causes them.
 */
export function useReturnHome(host: Host, isDue: boolean, onReturned: () => void) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  const [isControlFocused, setControlFocused] = useState(false);
  const isPaused = isPointedAt || isControlFocused || isCancelled;

  function reset() {
    setPointedAt(false);
    setControlFocused(false);
    setCancelled(false);
  }

  const goHome = useEffectEvent(() => {
    scrollToTop();
    host.navigate(host.paths.home);
    onReturned();
  });

  useEffect(() => {
    if (!isDue || isPaused) return;
    const timer = setTimeout(() => goHome(), RETURN_HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDue, isPaused]);

  // The second press of a double click on the form's button can meet the recap of a fast answer.
  const stay = ({ detail }: UIEvent) => {
    if (detail > 1) return;
    setCancelled(true);
  };
  return {
    isCancelled,
    stay,
    /** Call it before the next sending. */
    reset,
    listeners: {
      // Only the event of the mouse counts its presses.
      onPointerDown: (press: PointerEvent) => press.pointerType === 'mouse' || stay(press),
      onMouseDown: stay,
      onWheel: stay,
      // A key that was held down in the form, such as Enter, repeats in the recap.
      onKeyDown: (press: KeyboardEvent) => press.repeat || stay(press),
      // The event pointerenter would also fire for an element that appears under a resting pointer.
      onPointerMove: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: ({ target, currentTarget }: FocusEvent) => setControlFocused(target !== currentTarget),
      onBlur: () => setControlFocused(false),
    },
  };
}

/** Call it before leaving the page after a success, so that Back opens the empty form at its top. */
export function scrollToTop() {
  document.documentElement.scrollTo?.({ top: 0, behavior: 'instant' });
}
