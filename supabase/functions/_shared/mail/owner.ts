import type { CodeMail, ConcernsMail, DigestMail, DigestRequest } from '../claimed-mail.ts';
import type { Concern } from '../concern.ts';
import { type ConcernLine, closingField, concernLines, countPoints, groupMember } from '../content/concern-lines.ts';
import {
  concernsTitle,
  concernsWording,
  concernWording,
  gigabytes,
  retentionReason,
  retentionResumes,
  retentionWording,
  subjectOf,
  subjectOthers,
  watchAdvice,
} from '../content/concerns.ts';
import { deadlinePieces, endedPieces, invoicePieces, requestPieces } from '../content/deadlines.ts';
import { mailFailure, mayBeSent } from '../content/mail-failure.ts';
import {
  codeWording,
  digestSubject,
  digestTitle,
  digestWording,
  spaceWording,
  welcomeWording,
} from '../content/owner.ts';
import { requestLabels, requestSubject, requestValues } from '../content/requests.ts';
import { formatDay, formatLongMoment, formatMoment } from '../french.ts';
import { type Block, forHeader, type Line, type Row, typed } from '../text.ts';
import { checkedPhone, headerName, mailtoLink } from './addresses.ts';
import { answers, type SpaceLinks, standingDays } from './requests.ts';

/** @throws when the backend has not filled in the code: only the backend can compute it */
function codeIn({ code }: CodeMail['detail']): string {
  if (code === null) throw new Error('This mail has no code: only the backend that made it can send it.');
  return code;
}

/** Two groups are easier to copy by hand; the field for the code drops the space. */
const shown = (detail: CodeMail['detail']): string => codeIn(detail).replace(/^\d{4}/, '$& ');

export const codeSubject = (detail: CodeMail['detail']): string => codeWording.subject(shown(detail));

export function codeBody(detail: CodeMail['detail']): Block[] {
  return [
    { kind: 'line', line: [codeWording.title] },
    { kind: 'title', line: [shown(detail)] },
    { kind: 'line', line: [codeWording.text] },
    { kind: 'line', line: [codeWording.notYou] },
  ];
}

const LONGEST_NAME = 80;

export const welcomeSubject = (product: string): string => welcomeWording.subject(forHeader(product, LONGEST_NAME));

export function welcomeBody(links: SpaceLinks | null): Block[] {
  const { title, text, open, label, steps } = welcomeWording;
  return [
    { kind: 'title', line: [title] },
    { kind: 'line', line: [text] },
    links
      ? { kind: 'actions', actions: [{ label: open, href: links.all }] }
      : { kind: 'line', line: [spaceWording.withoutOrigin] },
    { kind: 'list', label, items: steps.map((step) => [step]) },
  ];
}

type Digest = DigestMail['detail'];

/** Days listed per reservation; the inbox lists all. */
const MAX_DAYS = 4;

export function digestSubjectOf({ contacts, reservations, flagged, since }: Digest): string {
  return digestSubject(contacts + reservations, flagged, formatMoment(since));
}

export function digestBody(detail: Digest, links: SpaceLinks | null): Block[] {
  const { since, flagged, requests, more } = detail;
  return [
    { kind: 'title', line: [digestTitle] },
    { kind: 'line', line: [digestWording.text(detail, formatMoment(since))] },
    { kind: 'line', line: [digestWording.why] },
    ...(flagged > 0 ? [{ kind: 'notice', line: [digestWording.flagged(flagged)] } as const] : []),
    { kind: 'line', line: [`${digestWording.label(requests.length, more)}\u00a0:`] },
    ...requests.map((request): Block => ({ kind: 'entry', title: titleOf(request), rows: rowsOf(request) })),
    ...(more > 0 ? [{ kind: 'line', line: [digestWording.more(more)] } as const] : []),
    lookAt(links),
  ];
}

const lookAt = (links: SpaceLinks | null): Block =>
  links
    ? { kind: 'actions', actions: [{ label: spaceWording.lookAtAll, href: links.all }] }
    : { kind: 'line', line: [spaceWording.withoutOrigin] };

/** Fills a header: UUIDs only, so that no typed text gets into it. */
export function requestIds({ requests }: Digest): string {
  return requests
    .map(({ id }) => id)
    .filter((id) => /^[0-9a-f-]{36}$/.test(id))
    .join(' ');
}

// Begins with the site's own words, so that no name can imitate them.
function titleOf(request: DigestRequest) {
  const mark = request.flagged ? digestWording.flaggedMark : '';
  return [mark + requestSubject.begin[request.kind], typed(headerName(request))];
}

function rowsOf(request: DigestRequest): Row[] {
  const { kind, email, phone, receivedAt } = request;
  return [
    { label: requestLabels.receivedAt, value: [formatMoment(receivedAt)] },
    ...(kind === 'contact' ? [] : standingDays(request).map(({ label, days }) => ({ label, value: [listDays(days)] }))),
    { label: requestLabels.email, value: [typed(email, mailtoLink(email))] },
    ...(phone ? [{ label: requestLabels.phone, value: checkedPhone(phone) }] : []),
    ...answers(request),
  ];
}

function listDays(dates: readonly string[]): string {
  if (dates.length === 0) return requestValues.noDates;
  const more = dates.length - MAX_DAYS;
  return dates.slice(0, MAX_DAYS).map(formatDay).join(', ') + (more > 0 ? digestWording.moreDates(more) : '');
}

type Concerns = ConcernsMail['detail'];

/** Concerns that the person who hosts the site has to fix. */
const FOR_HOST = new Set<Concern['kind']>(['mails', 'unsent', 'backup', 'disk']);

/** @param ahead of `firstDayAhead` */
export function concernsSubject({ concerns }: Concerns, ahead: string): string {
  const [first] = concernLines(concerns, ahead);
  const [concern] = first?.concerns ?? [];
  if (!first || !concern) return concernsTitle;
  const people = new Set(
    first.concerns.flatMap((one) => ('name' in one && one.name ? forHeader(one.name, LONGEST_NAME) : [])),
  );
  return subjectOf(concern, [...people], ahead) + subjectOthers(countPoints(concerns) - countPoints(first.concerns));
}

interface Reading {
  readonly origin: string;
  /** `firstDayAhead` has it: days before this one are over. */
  readonly ahead: string;
}

export function concernsBody({ concerns }: Concerns, reading: Reading): Block[] {
  const { origin, ahead } = reading;
  const { host, when } = concernsWording;
  return [
    { kind: 'title', line: [concernsTitle] },
    ...listsOf(concernLines(concerns, ahead), reading),
    ...concerns.flatMap(detailsOf),
    { kind: 'line', line: linkTo(origin, concernsWording.open, concernsWording.path) },
    ...(concerns.some(({ kind }) => FOR_HOST.has(kind)) ? [{ kind: 'line', line: [host] } as const] : []),
    { kind: 'small', line: [when] },
  ];
}

/** A list for the people of each title, one for the sentences before all titles, and one for the other sentences. */
function listsOf(lines: readonly ConcernLine[], reading: Reading): Block[] {
  const lists = new Map<string, Line[]>();
  const { label, also } = concernsWording;
  for (const { title, concerns } of lines) {
    const name = title ?? ([...lists.keys()].every((known) => known === label) ? label : also);
    const items = concerns.map((concern) => (title === null ? alone : member)(concern, reading));
    lists.set(name, [...(lists.get(name) ?? []), ...items]);
  }
  return [...lists].map(([name, items]) => ({ kind: 'list', label: name, items }));
}

const alone = (concern: Concern, { origin, ahead }: Reading): Line => [
  ...lineOf(concern, ahead),
  ...fileLink(concern, origin),
];

function member(concern: Concern, { origin }: Reading): Line {
  const { name, dates, note } = groupMember(concern);
  const text = `${dates.map((date) => `, ${formatDay(date)}`).join('')}${note && ` (${note})`}.`;
  return [typed(name), text, ...fileLink(concern, origin)];
}

function lineOf(concern: Concern, ahead: string): Line {
  switch (concern.kind) {
    case 'requests':
      return concernWording.requests(concern, formatLongMoment(concern.oldestAt));
    case 'wish':
      return concernWording.wish(concern);
    case 'mails':
      return [
        mayBeSent(concern.lastError) ? concernWording.mayBeSent(concern.count) : concernWording.mails(concern.count),
      ];
    case 'unsent':
      return [concernWording.unsent(concern.count, formatLongMoment(concern.oldestAt))];
    case 'part':
      return concernWording.part(concern, formatLongMoment(concern.lastAt));
    case 'watch':
      return concernWording.watch(concern, formatLongMoment(concern.at));
    case 'incidents':
      return [concernWording.incidents(concern.count, concern.reporters)];
    case 'backup':
      return [backupLine(concern)];
    case 'disk':
      return [concernWording.disk(concern.host, gigabytes(concern.freeBytes))];
    case 'site':
      return [concernWording.site(concern.gaps.length)];
    case 'calendar':
      return [concernWording.calendar(concern.since && formatLongMoment(concern.since))];
    case 'deadline': {
      const [before, name, after] = deadlinePieces(concern, concern.name ?? '', ahead);
      return [before, ...(name ? [typed(name)] : []), after];
    }
    case 'invoice': {
      const [before, name, after] = invoicePieces(concern, concern.name);
      return [before, typed(name), after];
    }
    case 'express_request': {
      const [before, name, after] = requestPieces(concern, concern.name);
      return [before, typed(name), after];
    }
    case 'ended': {
      const [before, name, after] = endedPieces(concern, concern.name);
      return [before, typed(name), after];
    }
    case 'retention':
      return [concernWording.retention(concern.requests, concern.total)];
    case 'more':
      return [concernWording.more(concern.count)];
  }
}

/** The link to the place where a concern is dealt with. It ends its sentence, because one mail names several people. */
function fileLink(concern: Concern, origin: string): Line {
  const { keepHours, openFile, readAnswers, openRequest, requestPath, requestsPath } = concernsWording;
  if (!isWebsite(origin)) return [];
  if (concern.kind === 'requests')
    return [' ', { text: spaceWording.lookAtAll, href: new URL(requestsPath, origin).href }];
  if (!('request' in concern) || !concern.request) return [];
  const { step, isAsked, news = [] } = concern.kind === 'deadline' ? concern : {};
  const hasAnswers = news.some((one) => one === 'answered' || one === 'low');
  const field = hasAnswers ? 'questionnaire' : closingField(concern);
  const isRequest = isAsked || concern.kind === 'wish';
  const text = isRequest ? openRequest : step === 'kept' ? keepHours : hasAnswers ? readAnswers : openFile;
  const place = isRequest ? '' : `&dossier=journee${field ? `&champ=${field}` : ''}`;
  return [' ', { text, href: new URL(requestPath(concern.request) + place, origin).href }];
}

function detailsOf(concern: Concern): Block[] {
  const { gaps, cause, kept, look } = concernsWording;
  switch (concern.kind) {
    case 'site':
      return [{ kind: 'list', label: gaps, items: concern.gaps.map((gap) => [typed(gap)]) }];
    case 'unsent': {
      const rows = concern.lastError ? [{ label: cause, value: [mailFailure(concern.lastError)] }] : [];
      return [...(rows.length > 0 ? [{ kind: 'rows', rows } as const] : []), { kind: 'line', line: [kept] }];
    }
    case 'part':
    case 'incidents':
      return [{ kind: 'line', line: [look] }];
    case 'watch':
      return [{ kind: 'line', line: [watchAdvice[concern.outcome]] }];
    case 'retention':
      return retentionBlocks(concern);
    default:
      return [];
  }
}

function retentionBlocks({ reason, lastRunAt, resumesAt }: Extract<Concern, { kind: 'retention' }>): Block[] {
  const { steps, checkClock, wrongClock, rightClock } = retentionWording;
  return [
    { kind: 'line', line: [retentionReason[reason](lastRunAt && formatLongMoment(lastRunAt))] },
    { kind: 'list', label: steps, items: [[checkClock], [wrongClock], [rightClock]] },
    { kind: 'line', line: [retentionResumes(formatLongMoment(resumesAt))] },
  ];
}

function backupLine({ failure, failedSince, lastAt }: Extract<Concern, { kind: 'backup' }>): string {
  if (failure && failedSince) return concernWording.backupFailed(failure, formatLongMoment(failedSince));
  return concernWording.backupLate(lastAt && formatLongMoment(lastAt));
}

const isWebsite = (origin: string) => /^https?:\/\//.test(origin);

function linkTo(origin: string, label: string, path: string): Line {
  if (!isWebsite(origin)) return [spaceWording.withoutOrigin];
  const address = new URL(path, origin).href;
  return [label, typed(address, address)];
}
