import { Box, Button, Dialog, FormStatus, fieldId, Grid, Heading, Icon, Stack, useIsLive } from '@site/shared-ui';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { calendar, dates as content } from '../content/dates';
import { CalendarView } from './calendar-view';
import { ChosenDates } from './chosen-dates';
import { type LoadCalendar, useCalendarCode } from './use-calendar-code';
import { useIsPhone } from './use-is-phone';

interface DateFieldProps {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly onChange: (dates: readonly string[]) => void;
  readonly error?: string | undefined;
  readonly loadCalendar?: LoadCalendar;
}

/** The chosen dates and the calendar they come from: beside them on a desktop, in a sheet on a phone. */
export function DateField({ dates, onChange, error, loadCalendar }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { code, want } = useCalendarCode(loadCalendar);
  const isLive = useIsLive();
  const isPhone = useIsPhone();
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const focusOpener = useCallback(() => opener.current?.focus(), []);

  function toggle() {
    void want();
    setOpen(!isOpen);
  }

  function close() {
    setOpen(false);
    focusOpener();
  }

  function closeOnEscape({ key }: KeyboardEvent) {
    if (isOpen && key === 'Escape') close();
  }

  const view = <CalendarView code={code} want={want} chosen={dates} onChange={onChange} />;
  const done = (
    <Button variant="quiet" onClick={close}>
      {calendar.done}
    </Button>
  );

  return (
    <Stack gap="5" role="group" aria-labelledby={`${panelId}-title`} onKeyDown={closeOnEscape}>
      <Heading as="h3" id={`${panelId}-title`} size="lg">
        {content.title}
      </Heading>
      <Button
        ref={opener}
        id={fieldId('dates')}
        variant="quiet"
        disabled={!isLive}
        alignSelf={{ md: 'flex-start' }}
        aria-expanded={isOpen}
        aria-haspopup={isPhone ? 'dialog' : undefined}
        aria-controls={isOpen && !isPhone ? panelId : undefined}
        onClick={toggle}
        onPointerEnter={want}
        onFocus={want}
      >
        <Icon of={CalendarDays} />
        {content.button(dates.length)}
      </Button>
      <FormStatus tone="error">{error}</FormStatus>
      <Grid gap="6" templateColumns={{ base: '1fr', md: isOpen ? 'minmax(20rem, 22rem) 1fr' : '1fr' }}>
        {isOpen && !isPhone && (
          <Stack id={panelId} role="group" aria-label={calendar.title} gap="4" align="flex-start">
            {view}
            {done}
          </Stack>
        )}
        <ChosenDates
          dates={dates}
          onRemove={(date) => onChange(dates.filter((other) => other !== date))}
          onEmptied={focusOpener}
        />
      </Grid>
      {isPhone && (
        <Dialog open={isOpen} onClose={close} title={calendar.title} variant="sheet" actions={done}>
          <Box marginTop="4">{view}</Box>
        </Dialog>
      )}
    </Stack>
  );
}
