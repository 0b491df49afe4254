import { Box, formatFrenchDate, Grid, Icon, IconButton, Text } from '@site/shared-ui';
import { X } from 'lucide';
import { useEffect, useRef } from 'react';
import { dates as content } from '../content/dates';
import { MAX_DATES } from './date-limits';

const AS_MANY_COLUMNS_AS_FIT = 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))';

interface ChosenDatesProps {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly onRemove: (date: string) => void;
  /** Called after the last date and its button were removed. */
  readonly onEmptied: () => void;
}

export function ChosenDates({ dates, onRemove, onEmptied }: ChosenDatesProps) {
  const list = useRef<HTMLUListElement>(null);
  const removedAt = useRef<number | null>(null);

  // The pressed button is removed, so the focus moves to the next one, or to the last.
  useEffect(() => {
    if (removedAt.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(removedAt.current, buttons.length - 1)];
    removedAt.current = null;
    if (dates.length === 0) onEmptied();
    else next?.focus();
  }, [dates, onEmptied]);

  function remove(date: string, index: number) {
    removedAt.current = index;
    onRemove(date);
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
              templateColumns="1fr auto"
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
