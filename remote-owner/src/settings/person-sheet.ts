import { readPhone } from '@site/contract/phone';
import { answerRemarks, stateWordOf } from '@site/supabase/requests';
import type { Person, PersonRequest } from '../api/person';
import { formatDay, formatLongMoment } from '../content/dates';
import { person as words } from '../content/person';
import { historyText } from '../content/request-history';
import { followUpLines } from '../requests/detail/follow-up';

/** A fact of a request; several values are a list. */
export type Fact = readonly [label: string, value: string | readonly string[]];

export interface SheetRequest {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** All that is stored about a person in words that they understand, oldest first. */
export function sheetOf({ contacts, reservations }: Person): readonly SheetRequest[] {
  return [...contacts, ...reservations]
    .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
    .map((request) => ({
      title: words.request[request.kind],
      facts: factsOf(request).filter(([, value]) => value.length > 0),
    }));
}

function factsOf(request: PersonRequest): readonly Fact[] {
  const { labels } = words;
  return [
    [labels.receivedAt, formatLongMoment(request.receivedAt)],
    [labels.name, request.name],
    [labels.email, request.email],
    [labels.phone, readPhone(request.phone ?? '').shown],
    ...answerRemarks(request).map((remark): Fact => [remark, 'oui']),
    [labels.message, request.message ?? ''],
    [labels.dates, request.dates.map(formatDay)],
    [labels.confirmedDates, request.confirmedDates.map(formatDay)],
    [labels.state, stateWordOf(request)],
    [labels.handledAt, request.handledAt ? formatLongMoment(request.handledAt) : ''],
    [labels.note, request.note ?? ''],
    [labels.followUp, followUpLines(request.followUp)],
    [
      labels.history,
      request.history.map(
        ({ at, action }) => `${formatLongMoment(at)}\u00a0: ${historyText({ action, detail: null })}`,
      ),
    ],
    [labels.mails, request.mails.map(mailLine)],
  ];
}

function mailLine({ kind, sentAt }: PersonRequest['mails'][number]): string {
  const state = sentAt ? words.sent(formatLongMoment(sentAt)) : words.unsent;
  return `${words.mails[kind] ?? words.ownMail}\u00a0: ${state}`;
}
