import { agreementUntilThen, type SignedAgreement } from '@site/contract/agreement-words';
import type { Host } from '@site/contract/host';
import { isTooSoonForFunding } from '@site/contract/offer';
import { Button, Flex, formatFrenchDate, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { Radio } from '@site/shared-ui/form';
import { type FormEvent, useId, useState } from 'react';
import { fetchClosedDays } from '../api/closed-days';
import type { ManagedDay } from '../api/managed-request';
import { calendar as calendarWords } from '../content/dates';
import { manage } from '../content/manage';
import { CalendarPopover, useCalendarPopover } from '../dates/calendar-popover';
import { LoadedView } from '../view/loaded-view';

interface AskDayProps {
  readonly host: Host;
  /** Today's and later days. */
  readonly days: readonly ManagedDay[];
  readonly isAgefice: boolean;
  readonly agreement: SignedAgreement | null;
  readonly isSending: boolean;
  readonly onAsk: (from: string, to: string) => void;
}

/** Asks for another day in place of one of the request's. */
export function AskDay({ host, days, isAgefice, agreement, isSending, onAsk }: AskDayProps) {
  const loadClosedDays = () => fetchClosedDays(host.backend);
  const calendar = useCalendarPopover(loadClosedDays);
  const { isOpen, opener, toggle, close, closeOnEscape, code, load, closed } = calendar;
  const [from, setFrom] = useState(days.length === 1 ? days[0]?.date : undefined);
  const [to, setTo] = useState<string>();
  const replaced = days.find(({ date }) => date === from);
  const own = days.map(({ date }) => date);

  function ask(event: FormEvent) {
    event.preventDefault();
    if (from && to) onAsk(from, to);
  }

  if (days.length === 0) return null;
  return (
    <Stack asChild gap="4">
      <form method="dialog" onSubmit={ask} onKeyDown={closeOnEscape}>
        <Heading as="h3" size="md">
          {manage.ask.title}
        </Heading>
        {days.length > 1 && <DayToReplace days={days} from={from} onChange={setFrom} />}
        <Flex>
          <Button ref={opener} type="button" variant="quiet" aria-expanded={isOpen} onClick={toggle} onFocus={load}>
            {to ? manage.ask.chosen(formatFrenchDate(to)) : manage.ask.open}
          </Button>
        </Flex>
        <CalendarPopover isOpen={isOpen} onClose={close} chosen={to ? 1 : 0} title={manage.ask.calendar}>
          <LoadedView
            code={code}
            load={load}
            words={calendarWords}
            viewProps={{
              chosen: to ? [to] : [],
              // The calendar of the form chooses several days: of these, the new one.
              onChange: (dates) => setTo(dates.find((date) => date !== to)),
              closed: [...closed, ...own],
            }}
          />
        </CalendarPopover>
        {to && !from && <Text>{manage.ask.insteadMissing}</Text>}
        {from && to && (
          <>
            <Text>{manage.ask.means(replaced?.confirmed ?? false)}</Text>
            {agreement && replaced?.inAgreement && <Text>{agreementUntilThen(agreement)}</Text>}
            {isAgefice && isTooSoonForFunding(to, todayInParis()) && <Text>{manage.ask.soon}</Text>}
            <Flex>
              <Button variant="primary" type="submit" disabled={isSending}>
                {isSending ? manage.sending : manage.ask.send}
              </Button>
            </Flex>
          </>
        )}
      </form>
    </Stack>
  );
}

interface DayToReplaceProps {
  readonly days: readonly ManagedDay[];
  readonly from: string | undefined;
  readonly onChange: (date: string) => void;
}

function DayToReplace({ days, from, onChange }: DayToReplaceProps) {
  const name = useId();
  return (
    <fieldset>
      <Text as="legend" fontWeight="semibold">
        {manage.ask.instead}
      </Text>
      {days.map(({ date }) => (
        <Radio
          key={date}
          label={formatFrenchDate(date)}
          name={name}
          checked={date === from}
          onChange={() => onChange(date)}
        />
      ))}
    </fieldset>
  );
}
