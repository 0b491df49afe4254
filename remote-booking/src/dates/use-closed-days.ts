import { useRef, useState } from 'react';

export type LoadClosedDays = () => Promise<readonly string[]>;

/** Days that the calendar disables; none until they are loaded. The server refuses closed days in any case. */
export function useClosedDays(load: LoadClosedDays) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const asked = useRef(0);
  const shown = useRef(0);

  function refresh() {
    asked.current += 1;
    const own = asked.current;
    const show = (days: readonly string[]) => {
      // A later call may have been answered first.
      if (own < shown.current) return;
      shown.current = own;
      setClosed(days);
    };
    load().then(show, () => undefined);
  }

  return { closed, refresh };
}
