import type { RequestMail } from '../claimed-mail.ts';
import { requestSubject } from '../content/requests.ts';
import { formatDay } from '../french-dates.ts';
import { headerName } from './visitor-address.ts';

/** Characters of a subject that a phone's list of mails shows. */
const SHORT_SUBJECT = 70;

/** At most 200 characters. */
export function composeSubject(mail: RequestMail): string {
  const days = mail.kind === 'contact' ? '' : listDays(daysOf(mail));
  const begin =
    mail.kind === 'change' ? requestSubject.change[mail.detail.change.action] : requestSubject.begin[mail.kind];
  const subject = begin + headerName(mail.detail) + days;
  const withFunding = subject + requestSubject.agefice;
  return mail.detail.isAgefice && withFunding.length <= SHORT_SUBJECT ? withFunding : subject;
}

function daysOf({ kind, detail }: Exclude<RequestMail, { kind: 'contact' }>): readonly string[] {
  if (kind === 'change' && detail.change.action === 'visitor_asked') return [detail.change.to];
  if (kind === 'change' && detail.change.action === 'visitor_gave_up') return [detail.change.day];
  return detail.dates;
}

function listDays([first, ...more]: readonly string[]): string {
  return first ? requestSubject.dates(formatDay(first), more.length) : requestSubject.noDates;
}
