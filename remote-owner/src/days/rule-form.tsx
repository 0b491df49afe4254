import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import { Box, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { CheckboxField, FormStatus, SelectField } from '@site/shared-ui/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentOf } from '../api/call-error';
import { useSpace } from '../api/owner-api';
import type { DayRule } from '../api/wire';
import { rule as words } from '../content/agenda';
import { WEEKDAYS } from '../content/dates';
import { useAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { useIsOld } from '../view/query-result';

const NOTICES = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30] as const;
const HORIZONS = [30, 60, 90, 180, 365] as const;

export interface RuleFieldsProps {
  readonly rule: DayRule;
  readonly edit: (edit: EditRule) => void;
}

interface RuleFormProps extends RuleFieldsProps {
  readonly status: 'saving' | 'saved' | null;
}

/** The weekly rule. Each change is stored at once. */
export function RuleForm({ rule, edit, status }: RuleFormProps) {
  const isOld = useIsOld();
  const set = (changes: Partial<DayRule>) => edit((latest) => ({ ...latest, ...changes }));
  return (
    <TitledSection id="day-rule" title={words.title}>
      <Text maxWidth="prose">{words.intro}</Text>
      <RuleFields rule={rule} edit={edit} />
      <CheckboxField
        name="confirmed-days"
        label={words.confirmedDays}
        checked={rule.confirmedDays}
        disabled={isOld}
        onChange={() => set({ confirmedDays: !rule.confirmedDays })}
      />
      <Text role="status" color="sage" fontWeight="semibold">
        {status && words[status]}
      </Text>
    </TitledSection>
  );
}

export function RuleFields({ rule, edit }: RuleFieldsProps) {
  const isOld = useIsOld();
  const set = (changes: Partial<DayRule>) => edit((latest) => ({ ...latest, ...changes }));
  return (
    <>
      <Weekdays rule={rule} edit={edit} />
      <CheckboxField
        name="holidays"
        label={words.holidays}
        checked={rule.holidays}
        disabled={isOld}
        onChange={() => set({ holidays: !rule.holidays })}
      />
      <Flex gap="4" wrap="wrap">
        <Stack gap="2" align="flex-start" flex="1 1 20rem" maxWidth="prose">
          <SelectField
            label={words.notice}
            name="notice"
            value={String(rule.noticeDays)}
            disabled={isOld}
            onChange={({ target }) => set({ noticeDays: Number(target.value) })}
          >
            {withStored(NOTICES, rule.noticeDays).map((days) => (
              <option key={days} value={days}>
                {words.noticeOf(days)}
              </option>
            ))}
          </SelectField>
          {rule.noticeDays < FUNDING_LEAD_DAYS && <Text fontSize="sm">{words.noticeCost}</Text>}
        </Stack>
        <SelectField
          label={words.horizon}
          name="horizon"
          value={String(rule.horizonDays ?? '')}
          disabled={isOld}
          onChange={({ target: { value } }) => set({ horizonDays: value === '' ? null : Number(value) })}
        >
          {withStored(HORIZONS, rule.horizonDays).map((days) => (
            <option key={days} value={days}>
              {words.horizonOf(days)}
            </option>
          ))}
          <option value="">{words.horizonOf(null)}</option>
        </SelectField>
      </Flex>
    </>
  );
}

/** Offers the stored value too if it is none of the usual ones. */
const withStored = (options: readonly number[], stored: number | null): readonly number[] =>
  stored === null || options.includes(stored) ? options : [...options, stored].sort((one, other) => one - other);

function Weekdays({ rule, edit }: RuleFieldsProps) {
  const isOld = useIsOld();
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

/** A change of the rule that can be applied twice: for one render, the stored rule may contain it already. */
export type EditRule = (rule: DayRule) => DayRule;

/**
 * The rule with the changes that are being stored. Each change is stored at once, also when its view is left meanwhile,
 * and is made again on the rule of another device that was faster.
 */
export function useDayRule(stored: DayRule) {
  const { api } = useSpace();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly EditRule[]>([]);
  const store = (rule: DayRule) => queries.setQueryData(['owner_days', {}], rule);
  const saving = useAction({
    // One after the other, because each change sends the version that the previous one created.
    scope: { id: 'owner_days' },
    mutationFn: async (edit: EditRule) => {
      const latest = queries.getQueryData<DayRule>(['owner_days', {}]) ?? stored;
      try {
        return await api.call('owner_set_days', edit(latest));
      } catch (error) {
        const current = currentOf<DayRule>(error);
        if (!current) throw error;
        return api.call('owner_set_days', edit(current));
      }
    },
    onMutate: (edit) => setPending((edits) => [...edits, edit]),
    onSuccess: store,
    onSettled: (_rule, _error, edit) => setPending((edits) => edits.filter((other) => other !== edit)),
  });
  return {
    rule: pending.reduce((rule, edit) => edit(rule), stored),
    edit: saving.mutate,
    status: pending.length > 0 ? ('saving' as const) : saving.isSuccess ? ('saved' as const) : null,
  };
}
