import { Box, Button, Dialog, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { CheckboxField, FormStatus } from '@site/shared-ui/form';
import { type FormEvent, useState } from 'react';
import type { DayRule } from '../api/wire';
import { formatDay, WEEKDAYS } from '../content/dates';
import { days } from '../content/days';
import { MonthGrid } from './month-grid';
import { useDayRule } from './use-day-rule';

const dayButton = {
  width: 'full',
  minHeight: '11',
  borderRadius: 'button',
  borderWidth: '1px',
  borderColor: 'transparent',
  cursor: 'pointer',
  _hover: { borderColor: 'ink' },
  _disabled: { color: 'ink.soft', cursor: 'not-allowed', borderColor: 'transparent' },
  '&[aria-pressed="true"]': { bg: 'ink', color: 'paper', textDecoration: 'line-through' },
};

interface DaysFormProps {
  readonly stored: DayRule;
  readonly isOld: boolean;
}

export function DaysForm({ stored, isOld }: DaysFormProps) {
  const { rule, change, isChanged, save, isSaving, conflict, keepTheirs, keepMine } = useDayRule(stored);
  const isAllClosed = !rule.weekly.some(Boolean);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAllClosed) save();
  };
  return (
    <Stack as="form" gap="8" onSubmit={submit}>
      <ClosedByRule rule={rule} change={change} />
      <DaysOff off={rule.off} onOff={(off) => change({ off })} />
      <Box>
        <FormStatus tone="error">{isAllClosed && days.allClosed}</FormStatus>
        <Button variant="primary" type="submit" disabled={isOld || isSaving || !isChanged || isAllClosed}>
          {days.save}
        </Button>
      </Box>
      <Dialog
        open={conflict !== null}
        onClose={keepTheirs}
        title={days.conflictTitle}
        actions={
          <>
            <Button variant="primary" onClick={keepTheirs}>
              {days.keepTheirs}
            </Button>
            <Button variant="quiet" onClick={keepMine}>
              {days.keepMine}
            </Button>
          </>
        }
      >
        <Text>{days.conflictText}</Text>
      </Dialog>
    </Stack>
  );
}

interface ClosedByRuleProps {
  readonly rule: DayRule;
  readonly change: (changes: Partial<DayRule>) => void;
}

function ClosedByRule({ rule, change }: ClosedByRuleProps) {
  return (
    <Box as="fieldset">
      <Heading as="legend" size="xl">
        {days.weekly}
      </Heading>
      <Flex wrap="wrap" columnGap="6">
        {WEEKDAYS.map((name, at) => (
          <CheckboxField
            key={name}
            name={`weekday-${at}`}
            label={name}
            checked={rule.weekly[at] ?? true}
            onChange={() => change({ weekly: rule.weekly.map((isOpen, index) => (index === at ? !isOpen : isOpen)) })}
          />
        ))}
      </Flex>
      <CheckboxField
        name="holidays"
        label={days.holidays}
        checked={rule.holidays}
        onChange={() => change({ holidays: !rule.holidays })}
      />
      <CheckboxField
        name="confirmed-days"
        label={days.confirmedDays}
        checked={rule.confirmedDays}
        onChange={() => change({ confirmedDays: !rule.confirmedDays })}
      />
    </Box>
  );
}

interface DaysOffProps {
  readonly off: readonly string[];
  readonly onOff: (off: readonly string[]) => void;
}

function DaysOff({ off, onOff }: DaysOffProps) {
  const today = todayInParis();
  const [month, setMonth] = useState(today.slice(0, 7));
  const toggle = (day: string) =>
    onOff(off.includes(day) ? off.filter((other) => other !== day) : [...off, day].sort());
  return (
    <Stack as="section" gap="3" aria-labelledby="days-off">
      <Heading as="h3" size="xl" id="days-off">
        {days.off}
      </Heading>
      <Text>{days.offHint}</Text>
      <MonthGrid
        month={month}
        onMonth={setMonth}
        cell={(day) => (
          <Box asChild css={dayButton}>
            <button
              type="button"
              aria-pressed={off.includes(day)}
              aria-label={`${formatDay(day)}, ${day < today ? days.past : off.includes(day) ? days.closed : days.open}`}
              disabled={day < today}
              onClick={() => toggle(day)}
            >
              {Number(day.slice(8))}
            </button>
          </Box>
        )}
      />
      {off.length > 0 && (
        <Text fontSize="sm">
          {off
            .filter((day) => day >= today)
            .map(formatDay)
            .join(', ')}
        </Text>
      )}
    </Stack>
  );
}
