import { BOOKING_FIELDS, optionInWords } from '@site/contract/form-fields';
import { formatDays } from '@site/contract/french-dates';
import { fundingDays } from '@site/contract/funding-days';
import { priceInWords } from '@site/contract/prices';
import { firstDayAhead, todayInParis } from '@site/contract/today';
import type { ChangeMail, RequestMail, StoredRequest } from '../claimed-mail.ts';
import { fundingLines } from '../content/deadlines.ts';
import { spaceWording } from '../content/owner.ts';
import {
  cancelledRequest,
  changeName,
  otherDates,
  requestFoot,
  requestLabels,
  requestNotices,
  requestStatus,
  requestSubject,
  requestTitle,
  requestValues,
} from '../content/requests.ts';
import { answerRows, type FormAnswers } from '../form-answers.ts';
import { formatDay, formatMoment } from '../french.ts';
import type { SiteFacts } from '../settings.ts';
import { type Action, type Block, type Line, type Row, sanitizeMultiline, textFor, typed } from '../text.ts';
import { checkedPhone, headerName, mailtoLink, readsLikeAddress, typedPhone } from './addresses.ts';

/** At most 200 characters, of which a phone's list of mails shows about 70. */
export function composeSubject(mail: RequestMail): string {
  const begin =
    mail.kind === 'change' ? requestSubject.change[changeName(mail.detail.change)] : requestSubject.begin[mail.kind];
  const who = begin + headerName(mail.detail) + (mail.detail.isAgefice ? requestSubject.agefice : '');
  return mail.kind === 'contact' ? who : withDays(`${who}, `, daysOf(mail)) || `${who}, ${requestSubject.noDates}`;
}

function daysOf({ kind, detail }: Exclude<RequestMail, { kind: 'contact' }>): readonly string[] {
  if (kind === 'change' && detail.change.action === 'visitor_asked') return [detail.change.to];
  if (kind === 'change' && detail.change.action === 'visitor_gave_up') return [detail.change.day];
  if (kind === 'change' && detail.change.action === 'visitor_cancelled' && detail.change.confirmed.length > 0) {
    return detail.change.confirmed;
  }
  return standingDays(detail)
    .flatMap(({ days }) => days)
    .sort();
}

interface Days {
  readonly label: string;
  readonly days: readonly string[];
}

/** The days of a reservation as they are now. Those that a confirmation did not keep are left out, also since. */
export function standingDays({
  dates,
  confirmedDates = [],
  leftDates = [],
  status,
}: Pick<StoredRequest, 'dates' | 'confirmedDates' | 'leftDates' | 'status'>): readonly Days[] {
  const { dates: asked, confirmedDates: confirmed } = requestLabels;
  if (status === 'annulee' || confirmedDates.length === 0)
    return [{ label: asked, days: dates.filter((date) => !leftDates.includes(date)) }];
  const others = status === 'nouvelle' ? dates.filter((date) => !confirmedDates.includes(date)) : [];
  return [{ label: confirmed, days: confirmedDates }, ...(others.length > 0 ? [{ label: asked, days: others }] : [])];
}

/** A subject with its days, of which both of two are named; empty without days. */
export function withDays(begin: string, days: readonly string[]): string {
  const [first, ...more] = days;
  if (!first) return '';
  return begin + (more.length > 1 ? formatDay(first) + otherDates(more.length) : formatDays(days));
}

export function requestBody(mail: RequestMail, links: SpaceLinks | null, facts: SiteFacts): Block[] {
  return [
    { kind: 'title', line: [titleOf(mail)] },
    ...notices(mail, facts).map((line): Block => ({ kind: 'notice', line })),
    { kind: 'rows', rows: rowsOf(mail) },
    ...(mail.kind === 'contact' ? message(mail.detail.message) : days(mail, facts)),
    ...requestActions(mail, links),
    ...reply(mail.detail.email),
  ];
}

function titleOf(mail: RequestMail): string {
  if (mail.kind !== 'change') return requestTitle[mail.kind];
  const { change } = mail.detail;
  const isRequest = change.action === 'visitor_cancelled' && change.confirmed.length === 0;
  return isRequest ? cancelledRequest : requestTitle[changeName(change)];
}

function notices(mail: RequestMail, facts: SiteFacts): Line[] {
  const { name, email, flagged } = mail.detail;
  return [
    ...(mail.kind === 'change' ? [[changeNotice(mail.detail, facts)]] : []),
    ...(flagged ? [[requestNotices.flagged]] : []),
    ...(readsLikeAddress(name) ? [requestNotices.nameLikeAddress(typed(email, mailtoLink(email)))] : []),
  ];
}

function changeNotice({ change, ...request }: ChangeMail['detail'], { hours }: SiteFacts): string {
  const first = firstDayAhead(hours, new Date(change.at));
  const ahead = (days: readonly string[] = []) => days.filter((day) => day >= first).length;
  switch (change.action) {
    case 'visitor_asked':
      return requestNotices.visitorAsked(
        formatDay(change.from),
        formatDay(change.to),
        ahead(request.confirmedDates) > 0,
      );
    case 'visitor_gave_up':
      return requestNotices.visitorGaveUp(formatDay(change.day), {
        ...change,
        others: ahead(standingDays(request).flatMap(({ days }) => days)),
      });
    case 'visitor_cancelled':
      return requestNotices.visitorCancelled(change.confirmed.map(formatDay), change.agreement);
    case 'visitor_wanted':
      return requestNotices.visitorWanted(optionInWords(BOOKING_FIELDS.daysWanted, change.daysWanted));
  }
}

function rowsOf(mail: RequestMail): Row[] {
  const { name, email, phone, receivedAt, status } = mail.detail;
  return [
    { label: requestLabels.name, value: [typed(name)] },
    { label: requestLabels.email, value: [typed(email, mailtoLink(email))] },
    { label: requestLabels.phone, value: phone ? checkedPhone(phone) : [requestValues.noPhone] },
    ...answers(mail.detail),
    ...priceRow(mail),
    ...(status && status !== 'nouvelle' ? [{ label: requestLabels.status, value: [requestStatus[status]] }] : []),
    { label: requestLabels.receivedAt, value: [requestValues.receivedAt(formatMoment(receivedAt))] },
  ];
}

/** The price of what is wanted, before anything is confirmed. */
function priceRow({ kind, detail: { dates, daysWanted, dayCents = null, status } }: RequestMail): Row[] {
  const price = priceInWords({ dayCents }, daysWanted === 'all' ? dates.length : 1);
  const isAsked = (kind === 'reservation' || kind === 'dates') && status === 'nouvelle';
  return isAsked && price ? [{ label: requestLabels.price, value: [price] }] : [];
}

export const answers = (given: FormAnswers): Row[] =>
  answerRows(given).map(({ label, value }) => ({ label, value: [typed(value)] }));

type ReservationMail = Exclude<RequestMail, { kind: 'contact' }>;

function days(mail: ReservationMail, facts: SiteFacts): Block[] {
  const { dates, clashes, clashCount } = mail.detail;
  if (dates.length === 0) return [{ kind: 'notice', line: [requestNotices.noDates] }];
  const more = clashCount - clashes.length;
  const remarks: Line[] = [
    ...fundingRemarks(mail, facts),
    ...clashes.map(({ date, name, status }) =>
      requestNotices.clash(formatDay(date), typed(name), typed(wordStatus(status))),
    ),
    ...(more > 0 ? [[requestNotices.moreClashes(more)]] : []),
  ];
  return [
    ...listed(mail).map(
      ({ label, days }): Block => ({ kind: 'list', label, items: days.map((day) => [formatDay(day)]) }),
    ),
    ...remarks.map((line): Block => ({ kind: 'notice', line })),
  ];
}

function listed({ kind, detail }: ReservationMail): readonly Days[] {
  const cancelled = kind === 'change' && detail.change.action === 'visitor_cancelled' ? detail.change.confirmed : [];
  const isCancelled = detail.status === 'annulee' && cancelled.length > 0;
  return isCancelled ? [{ label: requestLabels.cancelledDates, days: cancelled }] : standingDays(detail);
}

/** Only of days to come that still need a file. */
function fundingRemarks({ kind, detail }: ReservationMail, { hours }: SiteFacts): Line[] {
  const { isAgefice, isFundingFiled, receivedAt, status } = detail;
  if (!isAgefice || status === 'annulee') return [];
  const at = new Date(kind === 'change' ? detail.change.at : receivedAt);
  const open = standingDays(detail).filter(({ label }) => !isFundingFiled || label === requestLabels.dates);
  const first = firstDayAhead(hours, at);
  const ahead = open.flatMap(({ days }) => days).filter((day) => day >= first);
  const { late, due, soon } = fundingDays(ahead.sort(), todayInParis(at));
  return [...(late ? [[fundingLines.late(late)]] : []), ...(due ? [[fundingLines.due(due, soon)]] : [])];
}

function message(text: string | null): Block[] {
  return text ? [{ kind: 'message', label: requestLabels.message, lines: sanitizeMultiline(text).split('\n') }] : [];
}

function reply(email: string): Block[] {
  const link = mailtoLink(email);
  return link ? [{ kind: 'line', line: requestFoot.reply(typed(email, link)) }] : [];
}

function wordStatus(status: string): string {
  return textFor(requestStatus, status) ?? status;
}

const SPACE = '/espace';

/** Links to the owner's space. A link only opens it; the action needs sign-in and a click there. */
export interface SpaceLinks {
  readonly all: string;
  readonly request: (id: string) => string;
  readonly confirm: (id: string) => string;
}

/** Null when the site's address is unknown. */
export function spaceLinks(origin: string): SpaceLinks | null {
  const site = URL.canParse(origin) ? new URL(origin) : null;
  if (!site || !/^https?:$/.test(site.protocol)) return null;
  const link = (query: Record<string, string>) => {
    const url = new URL(SPACE, site.origin);
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };
  return {
    all: link({}),
    request: (id) => link({ demande: id }),
    confirm: (id) => link({ demande: id, action: 'confirmer' }),
  };
}

/**
 * The buttons of a mail: one main button, the others quiet. After a change by the visitor, the space asks which days
 * to confirm.
 */
function requestActions({ kind, detail }: RequestMail, links: SpaceLinks | null): Block[] {
  const dialled = detail.phone ? typedPhone(detail.phone).href : undefined;
  const call: Action[] = dialled ? [{ label: spaceWording.call, href: dialled, isQuiet: true }] : [];
  if (!links) {
    return [
      { kind: 'line', line: [spaceWording.withoutOrigin] },
      ...(dialled ? [{ kind: 'actions', actions: call } as const] : []),
    ];
  }
  const waits = kind !== 'change' && detail.status === 'nouvelle' && detail.dates.length > 0;
  const look = { label: spaceWording.look, href: links.request(detail.id), isQuiet: waits };
  const confirm = { label: spaceWording.confirm, href: links.confirm(detail.id) };
  return [{ kind: 'actions', actions: [...(waits ? [confirm] : []), look, ...call] }];
}
