import { type Block, type Fact, type Line, typed } from '../body.ts';
import type { RequestMail, VisitorChange } from '../claimed-mail.ts';
import {
  requestFoot,
  requestLabels,
  requestNotices,
  requestStatus,
  requestTitle,
  requestValues,
} from '../content/requests.ts';
import { answerFacts, type FormAnswers } from '../form-answers.ts';
import { formatDay, formatMoment } from '../french-dates.ts';
import { ownText } from '../own-text.ts';
import { sanitizeMultiline } from '../sanitize-text.ts';
import { requestActions, type SpaceLinks } from './space-links.ts';
import { mailtoLink, readsLikeAddress, typedPhone } from './visitor-address.ts';

export function requestBody(mail: RequestMail, links: SpaceLinks | null): Block[] {
  return [
    { kind: 'title', line: [requestTitle[mail.kind]] },
    ...notices(mail).map((line): Block => ({ kind: 'notice', line })),
    { kind: 'facts', facts: facts(mail) },
    ...(mail.kind === 'contact' ? message(mail.detail.message) : days(mail)),
    ...requestActions(mail, links),
    ...reply(mail.detail.email),
  ];
}

function notices(mail: RequestMail): Line[] {
  const { name, email, flagged } = mail.detail;
  return [
    ...(mail.kind === 'change' ? [[changeNotice(mail.detail.change)]] : []),
    ...(flagged ? [[requestNotices.flagged]] : []),
    ...(readsLikeAddress(name) ? [requestNotices.nameLikeAddress(typed(email, mailtoLink(email)))] : []),
  ];
}

function changeNotice(change: VisitorChange): string {
  switch (change.action) {
    case 'visitor_asked':
      return requestNotices.visitorAsked(formatDay(change.from), formatDay(change.to));
    case 'visitor_gave_up':
      return requestNotices.visitorGaveUp(formatDay(change.day), change.wasConfirmed);
    case 'visitor_cancelled':
      return requestNotices.visitorCancelled(change.confirmed.map(formatDay));
  }
}

function facts(mail: RequestMail): Fact[] {
  const { name, email, phone, receivedAt, status } = mail.detail;
  return [
    { label: requestLabels.name, value: [typed(name)] },
    { label: requestLabels.email, value: [typed(email, mailtoLink(email))] },
    { label: requestLabels.phone, value: [phone ? typedPhone(phone) : requestValues.noPhone] },
    ...answers(mail.detail),
    ...(status && status !== 'nouvelle' ? [{ label: requestLabels.status, value: [requestStatus[status]] }] : []),
    { label: requestLabels.receivedAt, value: [requestValues.receivedAt(formatMoment(receivedAt))] },
  ];
}

export const answers = (given: FormAnswers): Fact[] =>
  answerFacts(given).map(({ label, value }) => ({ label, value: [typed(value)] }));

function days({ detail: { dates, clashes, clashCount } }: Exclude<RequestMail, { kind: 'contact' }>): Block[] {
  if (dates.length === 0) return [{ kind: 'notice', line: [requestNotices.noDates] }];
  const more = clashCount - clashes.length;
  const taken: Line[] = [
    ...clashes.map(({ date, name, status }) =>
      requestNotices.clash(formatDay(date), typed(name), typed(wordStatus(status))),
    ),
    ...(more > 0 ? [[requestNotices.moreClashes(more)]] : []),
  ];
  return [
    { kind: 'list', label: requestLabels.dates, items: dates.map((date) => [formatDay(date)]) },
    ...taken.map((line): Block => ({ kind: 'notice', line })),
  ];
}

function message(text: string | null): Block[] {
  return text ? [{ kind: 'message', label: requestLabels.message, lines: sanitizeMultiline(text).split('\n') }] : [];
}

function reply(email: string): Block[] {
  const link = mailtoLink(email);
  return link ? [{ kind: 'line', line: requestFoot.reply(typed(email, link)) }] : [];
}

function wordStatus(status: string): string {
  return ownText(requestStatus, status) ?? status;
}
