import { type FocusEvent, useState } from 'react';

/** Whether an element contains the pointer or the focus; spread `listeners` on it. */
export function useHoverOrFocus() {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const listeners = {
    onMouseEnter: () => setPointedAt(true),
    onMouseLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: (event: FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget)),
  };
  return { hasAttention: isPointedAt || hasFocus, listeners };
}
