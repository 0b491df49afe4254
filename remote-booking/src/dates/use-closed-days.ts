import { useState } from 'react';

export type LoadClosedDays = () => Promise<readonly string[]>;

/** Days that the calendar disables; none until they are loaded. The server refuses closed days in any case. */
export function useClosedDays(load: LoadClosedDays) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const refresh = () => void load().then(setClosed, () => undefined);
  return { closed, refresh };
}
