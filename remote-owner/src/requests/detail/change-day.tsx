import { agreementInWords } from '@site/contract/agreement-words';
import { areDaysOver } from '@site/contract/day-hours';
import { isDay } from '@site/contract/today';
import { Stack, Text, todayInParis } from '@site/shared-ui';
import { SelectField, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import { useFirstDayAhead } from '../../api/owner-api';
import type { RequestDetail } from '../../api/requests';
import { useCall } from '../../api/use-call';
import { formatDay } from '../../content/dates';
import { detail, taken } from '../../content/requests';
import { FundingWarning } from '../../view/funding-warning';
import { AskingButton } from '../../view/questions';
import { changeOfAgreement, isWishTooLate } from '../asked-days';
import type { AnswerProps } from '../use-request-action';

export function ChangeDay({ answer: { request, agreedDays }, run }: AnswerProps) {
  const { id, dates, confirmedDates, status } = request;
  const [chosen, setChosen] = useState<string | null>(null);
  const [to, setTo] = useState('');
  const ahead = useFirstDayAhead();
  // Of a confirmed reservation, another day would change nothing.
  const days = status === 'confirmee' ? confirmedDates : dates.filter((date) => !isWishTooLate(request, date, ahead));
  const first = days.find((date) => date >= ahead) ?? days[0] ?? '';
  const from = chosen && days.includes(chosen) ? chosen : first;
  // Without a confirmed day, what is signed waits for the confirmation of its own.
  const bound = confirmedDates.length > 0 ? confirmedDates : dates;
  const isAgreed = bound.includes(from) && (agreedDays ?? bound).includes(from);
  const agreement = isAgreed && signedAgreement(request);
  return (
    <AskingButton
      label={detail.change}
      answer={detail.changeDo}
      title={detail.changeTitle}
      keep={taken.leave}
      mayNotAct={!to || dates.includes(to)}
      act={() => run({ name: 'owner_change_day', args: { from_day: from, to_day: to } })}
    >
      <Stack gap="4">
        <SelectField
          label={detail.changeFrom}
          name="change-from"
          value={from}
          onChange={({ target }) => setChosen(target.value)}
        >
          {days.map((date) => (
            <option key={date} value={date}>
              {formatDay(date)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={detail.changeTo}
          name="change-to"
          type="date"
          min={todayInParis()}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={dates.includes(to) && to !== from ? detail.changeSame(formatDay(to)) : undefined}
        />
        {agreement && <Text fontWeight="semibold">{detail.changeSigned(agreement, from)}</Text>}
        <Stack gap="1" role="status">
          {isDay(to) && <ChosenDay day={to} id={id} />}
          {isDay(to) && <FundingWarning request={request} days={[to]} />}
        </Stack>
      </Stack>
    </AskingButton>
  );
}

/** The effect on the signed agreement once `next` are confirmed; null without any. */
export function signedThen(
  { request, agreedDays }: Pick<RequestDetail, 'request' | 'agreedDays'>,
  next: readonly string[],
  ahead: string,
): string | null {
  const agreement = signedAgreement(request);
  const now = request.confirmedDates;
  const effect = agreement && changeOfAgreement(agreedDays ?? now, now, next);
  return effect && detail.signedThen[effect.change](agreement, effect.days, areDaysOver(next, ahead));
}

/** « contrat signé le lundi 23 novembre 2026 »; null where none is signed. */
export const signedAgreement = ({ agreement }: RequestDetail['request']): string | null =>
  agreement ? agreementInWords(agreement) : null;

interface ChosenDayProps {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly id: string;
}

/** The weekday, which the browser's own field does not show, and who has this day. */
function ChosenDay({ day, id }: ChosenDayProps) {
  const { data = [] } = useCall('owner_agenda', { first: day, last: day });
  const others = data.flatMap(({ requests }) => requests).filter((request) => request.id !== id);
  return (
    <>
      <Text>{formatDay(day)}</Text>
      {others.map(({ id: other, name }) => (
        <Text key={other} fontWeight="semibold" color="alarm" overflowWrap="anywhere">
          {taken.day(name, formatDay(day))}
        </Text>
      ))}
    </>
  );
}
