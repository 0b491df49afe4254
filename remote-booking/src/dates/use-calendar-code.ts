import { type ComponentType, useRef, useState } from 'react';
import type { CalendarProps } from './calendar';

export type LoadCalendar = () => Promise<{ readonly Calendar: ComponentType<CalendarProps> }>;

type CalendarCode =
  | { readonly state: 'absent' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly Calendar: ComponentType<CalendarProps> };

const importCalendar: LoadCalendar = () => import('./calendar');

/** The calendar's code comes when it is first wanted; after a failure it can be wanted again. */
export function useCalendarCode(load: LoadCalendar = importCalendar) {
  const [code, setCode] = useState<CalendarCode>({ state: 'absent' });
  const isWanted = useRef(false);

  async function want() {
    if (isWanted.current) return;
    isWanted.current = true;
    setCode({ state: 'loading' });
    try {
      const { Calendar } = await load();
      setCode({ state: 'ready', Calendar });
    } catch (error) {
      isWanted.current = false;
      console.error(error);
      setCode({ state: 'failed' });
    }
  }

  return { code, want };
}
