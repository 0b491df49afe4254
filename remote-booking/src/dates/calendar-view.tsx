import { Button, Stack, Text } from '@site/shared-ui';
import { calendar } from '../content/dates';
import type { CalendarProps } from './calendar';
import type { useCalendarCode } from './use-calendar-code';

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
