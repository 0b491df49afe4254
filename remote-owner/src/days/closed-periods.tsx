import { addDays } from '@site/contract/today';
import { cleanLine } from '@site/forms/texts';
import { Flex, Icon, IconButton, Text, todayInParis } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { X } from 'lucide';
import { useState } from 'react';
import { useSpace } from '../api/owner-api';
import type { NamedRequest } from '../api/requests';
import type { ClosedPeriod } from '../api/wire';
import { calendar, periods as words } from '../content/agenda';
import { ActionButton, Form } from '../view/form';
import { TitledSection } from '../view/frame';
import { useIsOld } from '../view/query-result';
import { Question } from '../view/question';
import type { RuleFieldsProps } from './rule-form';

const LONGEST_LABEL = 60;
const LONGEST_DAYS = 365;

export function ClosedPeriods({ rule: { off, periods }, edit }: RuleFieldsProps) {
  const today = todayInParis();
  const days = off.filter((day) => day >= today).map((day) => ({ first: day, last: day, label: null }));
  const reopen = (first: string) => edit((rule) => ({ ...rule, off: rule.off.filter((day) => day !== first) }));
  return (
    <TitledSection id="closed-periods" title={words.title}>
      {days.length + periods.length === 0 && <Text>{words.none}</Text>}
      <Flex as="ul" listStyleType="none" wrap="wrap" gap="2">
        {periods.map((period) => (
          <Chip
            key={`${period.first} ${period.last}`}
            text={words.chip(period)}
            onReopen={() => edit((rule) => ({ ...rule, periods: without(rule.periods, period) }))}
          />
        ))}
        {days.map((day) => (
          <Chip key={day.first} text={words.chip(day)} onReopen={() => reopen(day.first)} />
        ))}
      </Flex>
      <PeriodForm edit={edit} />
    </TitledSection>
  );
}

const without = (periods: readonly ClosedPeriod[], { first, last }: ClosedPeriod) =>
  periods.filter((other) => other.first !== first || other.last !== last);

interface ChipProps {
  readonly text: string;
  readonly onReopen: () => void;
}

function Chip({ text, onReopen }: ChipProps) {
  return (
    <Flex
      as="li"
      align="center"
      borderWidth="1px"
      borderColor="edge"
      borderRadius="full"
      paddingLeft="4"
      maxWidth="full"
    >
      <Text as="span" fontSize="sm" overflowWrap="anywhere">
        {text}
      </Text>
      <IconButton label={words.reopen(text)} disabled={useIsOld()} onClick={onReopen}>
        <Icon of={X} />
      </IconButton>
    </Flex>
  );
}

function periodError(first: string, last: string): string | undefined {
  if (!first || !last) return words.missing;
  if (last < first) return words.order;
  if (last < todayInParis()) return words.past;
  return last > addDays(first, LONGEST_DAYS) ? words.tooLong : undefined;
}

const UNTYPED = { first: '', last: '', label: '' };

interface BookedPeriod {
  readonly period: ClosedPeriod;
  readonly requests: readonly NamedRequest[];
}

function PeriodForm({ edit }: Pick<RuleFieldsProps, 'edit'>) {
  const { api } = useSpace();
  const [typed, setTyped] = useState(UNTYPED);
  const [fault, setFault] = useState<string | undefined>();
  const [booked, setBooked] = useState<BookedPeriod | null>(null);
  const { first, last, label } = typed;
  const close = (period: ClosedPeriod) => {
    edit((rule) => ({ ...rule, periods: [...without(rule.periods, period), period] }));
    setBooked(null);
    // What was typed since is another period.
    setTyped((now) => (now.first === period.first && now.last === period.last ? UNTYPED : now));
  };
  const submit = async () => {
    const problem = periodError(first, last);
    setFault(problem);
    if (problem) return;
    const period = { first, last, label: cleanLine(label) || null };
    // Without an answer, the owner is not asked about booked days. Visitors cannot choose the closed days in either
    // case.
    const days = await api.call('owner_agenda', { first, last }).catch(() => []);
    const requests = days.flatMap((day) => [...day.requests, ...day.asked]);
    if (requests.length === 0) return close(period);
    setBooked({ period, requests: [...new Map(requests.map((request) => [request.id, request])).values()] });
  };
  const field = (name: keyof typeof typed) => ({
    name: `period-${name}`,
    label: words[name],
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <Form onSubmit={submit} aria-label={words.form} maxWidth="32rem">
      <Flex gap="4" wrap="wrap" css={{ '& > *': { maxWidth: '100%' } }}>
        <TextField {...field('first')} type="date" error={fault} />
        <TextField {...field('last')} type="date" min={first} />
      </Flex>
      <TextField {...field('label')} hint={words.labelHint} maxLength={LONGEST_LABEL} autoComplete="off" />
      <ActionButton type="submit">{words.add}</ActionButton>
      <Question
        open={booked !== null}
        onClose={() => setBooked(null)}
        title={calendar.askTitle}
        primary={{ label: calendar.askDo, act: () => booked && close(booked.period) }}
      >
        <Text overflowWrap="anywhere">{calendar.askText(booked?.requests ?? [])}</Text>
      </Question>
    </Form>
  );
}
