import { addDays } from '@site/contract/today';
import { Button, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { CheckboxField } from '@site/shared-ui/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import type { DayRule } from '../api/wire';
import { dayStateOf, monthAround } from '../calendar/month';
import { firstRule as words } from '../content/agenda';
import { mailsLackInShort } from '../content/space';
import { DayCell, MonthGrid } from '../days/month-grid';
import { type EditRule, RuleFields } from '../days/rule-form';
import { useVisitorMails } from '../parts/visitor-mails';
import { ActionButton, Form, useAction } from '../view/form';
import { QueryResult, useIsOld } from '../view/query-result';

/** Monday to Friday without holidays, two days ahead and three months at most. */
const PROPOSED: Partial<DayRule> = {
  weekly: [true, true, true, true, true, false, false],
  holidays: true,
  noticeDays: 2,
  horizonDays: 90,
};

interface FirstRuleProps {
  readonly onClose: () => void;
}

/**
 * Asks at once for all that decides about the visitors' calendar and mails. Nothing is stored before the owner saves.
 */
export function FirstRule({ onClose }: FirstRuleProps) {
  const query = useCall('owner_days', {});
  return <QueryResult query={query}>{(stored) => <Questions stored={stored} onClose={onClose} />}</QueryResult>;
}

interface QuestionsProps extends FirstRuleProps {
  readonly stored: DayRule;
}

function Questions({ stored, onClose }: QuestionsProps) {
  const { api } = useSpace();
  const isOld = useIsOld();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(PROPOSED);
  const [withMails, setWithMails] = useState(true);
  const mails = useVisitorMails();
  const rule = { ...stored, ...answers };
  const edit = (change: EditRule) => {
    const { weekly, holidays, noticeDays, horizonDays } = change(rule);
    setAnswers({ weekly, holidays, noticeDays, horizonDays });
  };
  const saving = useAction({
    mutationFn: async () => {
      await mails.save(withMails);
      return api.call('owner_set_days', rule);
    },
    done: () => words.saved,
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  useEffect(() => form.current?.focus(), []);
  return (
    <Form ref={form} tabIndex={-1} aria-label={words.title} onSubmit={() => !saving.isPending && saving.mutate()}>
      <Text>{words.intro}</Text>
      <RuleFields rule={rule} edit={edit} />
      {mails.lacks && (
        <CheckboxField
          name="visitor-mails"
          label={words.mails}
          hint={`${words.mailsHint} ${mailsLackInShort(mails.lacks)}`}
          checked={withMails}
          disabled={isOld}
          onChange={() => setWithMails(!withMails)}
        />
      )}
      <VisitorCalendar rule={rule} />
      <Flex gap="3" wrap="wrap">
        <ActionButton variant="primary" type="submit">
          {words.save}
        </ActionButton>
        <Button variant="quiet" onClick={onClose}>
          {words.later}
        </Button>
      </Flex>
    </Form>
  );
}

/** The month as visitors will see it with these answers. */
function VisitorCalendar({ rule }: { readonly rule: DayRule }) {
  const today = todayInParis();
  // At the end of a month, the next one shows more.
  const [day, setDay] = useState(() => addDays(today, 7));
  const agenda = useCall('owner_agenda', monthAround(day));
  return (
    <Stack gap="2">
      <Heading as="h4" size="md">
        {words.calendar}
      </Heading>
      <Text fontSize="sm">{words.key}</Text>
      <MonthGrid
        day={day}
        onDay={setDay}
        isPreview
        cell={(day, button) => {
          const agendaDay = agenda.data?.find(({ date }) => date === day);
          return <DayCell day={day} state={dayStateOf(day, { rule, today, agendaDay })} {...button} />;
        }}
      />
    </Stack>
  );
}
