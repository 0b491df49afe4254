import { Button, Stack, Text } from '@site/shared-ui';
import { type ComponentType, useRef, useState } from 'react';
import { calendar } from '../content/dates';
import type { CalendarProps } from './calendar';

export type LoadCalendar = () => Promise<{ readonly Calendar: ComponentType<CalendarProps> }>;

type CalendarCode =
  | { readonly state: 'absent' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly Calendar: ComponentType<CalendarProps> };

const importCalendar: LoadCalendar = () => import('./calendar');

/** Loads the calendar's code on the first call of `load`. After a failure, another call retries. */
export function useCalendarCode(loadCalendar: LoadCalendar = importCalendar) {
  const [code, setCode] = useState<CalendarCode>({ state: 'absent' });
  const isRequested = useRef(false);

  async function load() {
    if (isRequested.current) return;
    isRequested.current = true;
    setCode({ state: 'loading' });
    try {
      const { Calendar } = await loadCalendar();
      setCode({ state: 'ready', Calendar });
    } catch (error) {
      isRequested.current = false;
      console.error(error);
      setCode({ state: 'failed' });
    }
  }

  return { code, load };
}

interface CalendarViewProps extends CalendarProps, ReturnType<typeof useCalendarCode> {}

export function CalendarView({ code, load, ...choice }: CalendarViewProps) {
  if (code.state === 'ready') return <code.Calendar {...choice} />;
  if (code.state !== 'failed') return <Text role="status">{calendar.loading}</Text>;
  return (
    <Stack gap="4" align="flex-start">
      <Text role="alert">{calendar.failed}</Text>
      <Button variant="quiet" onClick={load}>
        {calendar.retry}
      </Button>
    </Stack>
  );
}
