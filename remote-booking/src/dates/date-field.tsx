import { EARLY_DIALOG_ATTRIBUTE } from '@site/contract/page-data';
import { Button, Grid, Heading, Icon, Stack, Text } from '@site/shared-ui';
import { FieldError, fieldAria } from '@site/shared-ui/form';
import { CalendarDays } from 'lucide';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { dates as content } from '../content/dates';
import { CalendarPlace, PHONE } from './calendar-place';
import { ChosenDates } from './chosen-dates';
import { CalendarView, type LoadCalendar, useCalendarCode } from './lazy-calendar';
import { type LoadClosedDays, useClosedDays } from './use-closed-days';

interface DateFieldProps {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly onChange: (dates: readonly string[]) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly loadClosedDays: LoadClosedDays;
  readonly loadCalendar?: LoadCalendar;
}

const calendarBeside = { base: '1fr', md: 'minmax(0, 22rem) minmax(0, 1fr)' };

export function DateField({ dates, onChange, hint, error, loadClosedDays, loadCalendar }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { code, load } = useCalendarCode(loadCalendar);
  const { closed, refresh } = useClosedDays(loadClosedDays);
  const opener = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const placeId = useId();
  const texts = { name: 'dates', error };
  const { id, 'aria-describedby': describedBy } = fieldAria(texts).control;
  const focusOpener = useCallback(() => opener.current?.focus(), []);

  function toggle() {
    void load();
    if (!isOpen) refresh();
    setOpen(!isOpen);
  }

  function close() {
    setOpen(false);
    focusOpener();
  }

  function closeOnEscape({ key }: KeyboardEvent) {
    if (isOpen && key === 'Escape') close();
  }

  return (
    <Stack gap="5" role="group" aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <Heading as="h2" id={titleId} size="lg">
        {content.title}
      </Heading>
      {hint && <Text>{hint}</Text>}
      <Stack gap="3" align={{ md: 'flex-start' }}>
        <Button
          ref={opener}
          id={id}
          aria-describedby={describedBy}
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={placeId}
          {...{ [EARLY_DIALOG_ATTRIBUTE]: PHONE }}
          onClick={toggle}
          onPointerEnter={load}
          onFocus={load}
        >
          <Icon of={CalendarDays} />
          <span>{content.button(dates.length)}</span>
        </Button>
        <FieldError {...texts} />
      </Stack>
      <Grid gap="6" templateColumns={isOpen ? calendarBeside : '1fr'}>
        <CalendarPlace id={placeId} isOpen={isOpen} onClose={close} chosen={dates.length}>
          <CalendarView code={code} load={load} chosen={dates} onChange={onChange} closed={closed} />
        </CalendarPlace>
        <ChosenDates
          dates={dates}
          onRemove={(date) => onChange(dates.filter((other) => other !== date))}
          onEmptied={focusOpener}
        />
      </Grid>
    </Stack>
  );
}
