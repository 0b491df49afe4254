import { useState } from 'react';

export type LoadClosedDays = () => Promise<readonly string[]>;

/** Days that the calendar disables. None while they are unknown: the server refuses them when the form is sent. */
export function useClosedDays(load: LoadClosedDays) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const refresh = () => void load().then(setClosed, () => undefined);
  return { closed, refresh };
}
