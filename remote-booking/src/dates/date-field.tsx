import { fundingDays } from '@site/contract/funding-days';
import type { Site } from '@site/contract/host';
import { FUNDING_COVERAGE, FUNDING_LEAD_DAYS, isTooSoonForFunding } from '@site/contract/offer';
import { EARLY_DIALOG_ATTRIBUTE } from '@site/contract/page-data';
import {
  Box,
  Button,
  formatFrenchDate,
  Grid,
  Heading,
  Icon,
  IconButton,
  Stack,
  Text,
  todayInParis,
} from '@site/shared-ui';
import { FieldError, fieldAria } from '@site/shared-ui/form';
import { CalendarDays, X } from 'lucide';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { MAX_DATES } from '../api/booking';
import { listDates } from '../content/booking';
import { dates as content, calendar as words } from '../content/dates';
import { LoadedView } from '../view/loaded-view';
import { CalendarPopover, type LoadCalendar, type LoadClosedDays, PHONE, useCalendarPopover } from './calendar-popover';

interface DateFieldProps {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly onChange: (dates: readonly string[]) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly loadClosedDays: LoadClosedDays;
  readonly loadCalendar?: LoadCalendar;
}

export function DateField({ dates, onChange, hint, error, loadClosedDays, loadCalendar }: DateFieldProps) {
  const calendar = useCalendarPopover(loadClosedDays, loadCalendar);
  const { isOpen, opener, focusOpener, toggle, close, closeOnEscape, code, load, closed } = calendar;
  const titleId = useId();
  const popoverId = useId();
  const texts = { name: 'dates', error };
  const { id, 'aria-describedby': describedBy } = fieldAria(texts).control;

  return (
    <Stack gap="5" role="group" aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <Heading as="h2" id={titleId} size="lg">
        {content.title}
      </Heading>
      <Stack gap="3" align={{ md: 'flex-start' }}>
        <Button
          ref={opener}
          id={id}
          aria-describedby={describedBy}
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={popoverId}
          {...{ [EARLY_DIALOG_ATTRIBUTE]: PHONE }}
          onClick={toggle}
          onPointerEnter={load}
          onFocus={load}
        >
          <Icon of={CalendarDays} />
          <span>{content.button(dates.length)}</span>
        </Button>
        <FieldError {...texts} />
        {hint && <Text>{hint}</Text>}
      </Stack>
      <Grid gap="6" templateColumns={isOpen ? AS_MANY_COLUMNS_AS_FIT : 'minmax(0, 1fr)'}>
        <CalendarPopover id={popoverId} isOpen={isOpen} onClose={close} chosen={dates.length}>
          <LoadedView code={code} load={load} words={words} viewProps={{ chosen: dates, onChange, closed }} />
        </CalendarPopover>
        <ChosenDates
          dates={dates}
          onRemove={(date) => onChange(dates.filter((other) => other !== date))}
          onEmptied={focusOpener}
        />
      </Grid>
    </Stack>
  );
}

const AS_MANY_COLUMNS_AS_FIT = 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))';

interface ChosenDatesProps {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly onRemove: (date: string) => void;
  /** Called after the last date and its button were removed. */
  readonly onEmptied: () => void;
}

function ChosenDates({ dates, onRemove, onEmptied }: ChosenDatesProps) {
  const list = useRef<HTMLUListElement>(null);

  /** The pressed button disappears, so the focus moves to the next one, or to the last. */
  function remove(date: string, index: number) {
    flushSync(() => onRemove(date));
    const buttons = list.current?.querySelectorAll('button') ?? [];
    if (buttons.length === 0) onEmptied();
    else buttons[Math.min(index, buttons.length - 1)]?.focus();
  }

  return (
    <Box>
      <Text role="status" fontSize="sm" color="ink.soft">
        {dates.length < MAX_DATES ? content.count(dates.length) : content.full(MAX_DATES)}
      </Text>
      <Grid asChild rowGap="2" columnGap="8" templateColumns={AS_MANY_COLUMNS_AS_FIT}>
        <ul ref={list}>
          {dates.map((date, index) => (
            <Grid
              as="li"
              key={date}
              templateColumns="minmax(0, 1fr) auto"
              alignItems="center"
              borderBottomWidth="1px"
              borderColor="sand"
            >
              {formatFrenchDate(date)}
              <IconButton label={content.remove(formatFrenchDate(date))} onClick={() => remove(date, index)}>
                <Icon of={X} />
              </IconButton>
            </Grid>
          ))}
        </ul>
      </Grid>
    </Box>
  );
}

interface FundingHintProps {
  readonly isAgefice: boolean;
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
  readonly payment?: Site['payment'];
}

/** Explains what funding entails. A date that leaves too little time for a funding file is a hint, not an error. */
export function FundingHint({ isAgefice, ...hints }: FundingHintProps) {
  return (
    <Stack role="status" gap="2">
      {isAgefice && <FundingHints {...hints} />}
    </Stack>
  );
}

/** Rendered only with funding: the first date of a document in Paris takes the browser long. */
function FundingHints({ dates, payment }: Omit<FundingHintProps, 'isAgefice'>) {
  const sentences = [`${FUNDING_COVERAGE}.`, payment?.advance, payment?.refusal];
  const today = todayInParis();
  const late = dates.filter((date) => isTooSoonForFunding(date, today));
  const { due, soon } = fundingDays(dates, today);
  return (
    <>
      {late.length > 0 && (
        <Text>
          <strong>{content.soon(listDates(late), FUNDING_LEAD_DAYS)}</strong>{' '}
          {content.soonForFunding(late.length === 1, FUNDING_LEAD_DAYS)}
        </Text>
      )}
      {soon && (
        <Text>
          <strong>{content.short(soon)}</strong> {content.shortForFunding(due)}
        </Text>
      )}
      {sentences.map((sentence) => sentence && <Text key={sentence}>{sentence}</Text>)}
    </>
  );
}
