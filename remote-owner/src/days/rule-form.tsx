import { Box, Flex, Heading, Text } from '@site/shared-ui';
import { CheckboxField, FormStatus } from '@site/shared-ui/form';
import { useState } from 'react';
import type { DayRule } from '../api/days';
import { rule as words } from '../content/calendar';
import { WEEKDAYS } from '../content/dates';
import { SelectField } from '../view/select-field';
import { TitledSection } from '../view/titled-section';
import type { EditRule } from './use-day-rule';

const NOTICES = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30] as const;
const HORIZONS = [30, 60, 90, 180, 365] as const;

interface RuleFormProps {
  readonly rule: DayRule;
  readonly edit: (edit: EditRule) => void;
  readonly status: 'saving' | 'saved' | null;
  readonly isOld: boolean;
}

/** The weekly rule. Each change is stored at once. */
export function RuleForm({ rule, edit, status, isOld }: RuleFormProps) {
  const set = (changes: Partial<DayRule>) => edit((latest) => ({ ...latest, ...changes }));
  return (
    <TitledSection id="day-rule" title={words.title}>
      <Text maxWidth="prose">{words.intro}</Text>
      <Weekdays rule={rule} edit={edit} isOld={isOld} />
      <Box>
        <CheckboxField
          name="holidays"
          label={words.holidays}
          checked={rule.holidays}
          disabled={isOld}
          onChange={() => set({ holidays: !rule.holidays })}
        />
        <CheckboxField
          name="confirmed-days"
          label={words.confirmedDays}
          checked={rule.confirmedDays}
          disabled={isOld}
          onChange={() => set({ confirmedDays: !rule.confirmedDays })}
        />
      </Box>
      <Flex gap="4" wrap="wrap">
        <SelectField
          label={words.notice}
          name="notice"
          value={String(rule.noticeDays)}
          disabled={isOld}
          onValue={(value) => set({ noticeDays: Number(value) })}
        >
          {withStored(NOTICES, rule.noticeDays).map((days) => (
            <option key={days} value={days}>
              {words.noticeOf(days)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.horizon}
          name="horizon"
          value={String(rule.horizonDays ?? '')}
          disabled={isOld}
          onValue={(value) => set({ horizonDays: value === '' ? null : Number(value) })}
        >
          {withStored(HORIZONS, rule.horizonDays).map((days) => (
            <option key={days} value={days}>
              {words.horizonOf(days)}
            </option>
          ))}
          <option value="">{words.horizonOf(null)}</option>
        </SelectField>
      </Flex>
      <Text role="status" color="sage" fontWeight="semibold">
        {status && words[status]}
      </Text>
    </TitledSection>
  );
}

/** A value that was stored in another way stays visible. */
const withStored = (options: readonly number[], stored: number | null): readonly number[] =>
  stored === null || options.includes(stored) ? options : [...options, stored].sort((one, other) => one - other);

function Weekdays({ rule, edit, isOld }: Omit<RuleFormProps, 'status'>) {
  const [isLastClosed, setIsLastClosed] = useState(false);
  const toggle = (at: number) => {
    const isOpen = rule.weekly[at] ?? true;
    const isLast = isOpen && rule.weekly.filter(Boolean).length === 1;
    setIsLastClosed(isLast);
    if (isLast) return;
    edit((latest) => ({ ...latest, weekly: latest.weekly.map((was, index) => (index === at ? !isOpen : was)) }));
  };
  return (
    <Box as="fieldset">
      <Heading as="legend" size="md">
        {words.weekly}
      </Heading>
      <Flex wrap="wrap" columnGap="6">
        {WEEKDAYS.map((name, at) => (
          <CheckboxField
            key={name}
            name={`weekday-${at}`}
            label={name}
            checked={rule.weekly[at] ?? true}
            disabled={isOld}
            onChange={() => toggle(at)}
          />
        ))}
      </Flex>
      <FormStatus tone="error">{isLastClosed && words.allClosed}</FormStatus>
    </Box>
  );
}
