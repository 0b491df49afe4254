import { type Block, type Fact, typed } from '../body.ts';
import type { DigestMail, DigestRequest } from '../claimed-mail.ts';
import { digestSubject, digestTitle, digestWording } from '../content/digest.ts';
import { requestLabels, requestSubject, requestValues } from '../content/requests.ts';
import { spaceWording } from '../content/space.ts';
import { formatDay, formatMoment } from '../french-dates.ts';
import { answers } from './request-body.ts';
import type { SpaceLinks } from './space-links.ts';
import { headerName, mailtoLink, typedPhone } from './visitor-address.ts';

type Digest = DigestMail['detail'];

/** Days listed per reservation; the inbox lists all. */
const MOST_DAYS = 4;

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
    ...requests.map((request): Block => ({ kind: 'entry', title: titleOf(request), facts: factsOf(request) })),
    ...(more > 0 ? [{ kind: 'line', line: [digestWording.more(more)] } as const] : []),
    lookAt(links),
  ];
}

const lookAt = (links: SpaceLinks | null): Block =>
  links
    ? { kind: 'actions', actions: [{ label: spaceWording.lookAtAll, href: links.all }] }
    : { kind: 'line', line: [spaceWording.withoutOrigin] };

/** For a header: UUIDs only, so that no typed text gets into it. */
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

function factsOf(request: DigestRequest): Fact[] {
  const { kind, email, phone, receivedAt, dates } = request;
  return [
    { label: requestLabels.receivedAt, value: [formatMoment(receivedAt)] },
    ...(kind === 'contact' ? [] : [{ label: requestLabels.dates, value: [listDays(dates)] }]),
    { label: requestLabels.email, value: [typed(email, mailtoLink(email))] },
    ...(phone ? [{ label: requestLabels.phone, value: [typedPhone(phone)] }] : []),
    ...answers(request),
  ];
}

function listDays(dates: readonly string[]): string {
  if (dates.length === 0) return requestValues.noDates;
  const more = dates.length - MOST_DAYS;
  return dates.slice(0, MOST_DAYS).map(formatDay).join(', ') + (more > 0 ? digestWording.moreDates(more) : '');
}
