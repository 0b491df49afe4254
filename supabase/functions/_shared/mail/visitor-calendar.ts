import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator';
import type { VisitorMail } from '../claimed-mail.ts';
import { agendaWording } from '../content/agenda.ts';
import { visitorCalendar } from '../content/visitor.ts';
import type { MailSettings } from '../mail-settings.ts';
import { sanitizeLine } from '../sanitize-text.ts';
import type { SiteFacts } from '../site-facts.ts';
import { addAlarms, dayTimes, entryId } from './calendar-day.ts';
import type { Attachment } from './calendar-file.ts';

type Organizer = Pick<MailSettings, 'product' | 'to' | 'facts'>;

interface Entry {
  readonly method: ICalCalendarMethod;
  readonly status: ICalEventStatus;
  readonly busy: ICalEventBusyStatus;
  readonly summary: (product: string) => string;
}

// Calendar programs add an invitation without asking. The typed address may be a stranger's, so requested days are only
// published; days that the owner confirms are invitations.
const WISHED: Entry = {
  method: ICalCalendarMethod.PUBLISH,
  status: ICalEventStatus.TENTATIVE,
  busy: ICalEventBusyStatus.TENTATIVE,
  summary: visitorCalendar.wished,
};
const CONFIRMED: Entry = {
  method: ICalCalendarMethod.REQUEST,
  status: ICalEventStatus.CONFIRMED,
  busy: ICalEventBusyStatus.BUSY,
  summary: visitorCalendar.confirmed,
};
const CANCELLED: Entry = {
  method: ICalCalendarMethod.CANCEL,
  status: ICalEventStatus.CANCELLED,
  busy: ICalEventBusyStatus.FREE,
  summary: visitorCalendar.cancelled,
};

/** The days as calendar files. An invitation holds only one entry (RFC 5546), so each day has its own file. */
export function visitorCalendarFiles(mail: VisitorMail, sender: Organizer): Attachment[] {
  const { days, withdrawn } = mail.detail;
  const write = (entry: Entry, dates: readonly string[], filename: string): Attachment => ({
    filename,
    content: `${calendarOf(mail, { sender, entry, dates })}\r\n`,
    contentType: `text/calendar; charset=utf-8; method=${entry.method}`,
  });
  if (mail.kind === 'receipt') return days.length > 0 ? [write(WISHED, days, visitorCalendar.receiptFile)] : [];
  const confirmed = mail.kind === 'confirmation' ? days : [];
  return [
    ...confirmed.map((day) => write(CONFIRMED, [day], visitorCalendar.file('REQUEST', day))),
    ...withdrawn.map((day) => write(CANCELLED, [day], visitorCalendar.file('CANCEL', day))),
  ];
}

interface CalendarOptions {
  readonly sender: Organizer;
  readonly entry: Entry;
  readonly dates: readonly string[];
}

function calendarOf(mail: VisitorMail, { sender, entry, dates }: CalendarOptions): string {
  const name = sanitizeLine(sender.product) || 'site';
  const calendar = ical({ prodId: { company: name, product: 'site', language: 'FR' }, method: entry.method });
  for (const date of dates)
    addDay(calendar, { mail, date, entry, organizer: { name, email: sender.to }, facts: sender.facts });
  return calendar.toString();
}

interface DayOptions {
  readonly mail: VisitorMail;
  readonly date: string;
  readonly entry: Entry;
  readonly organizer: { readonly name: string; readonly email: string };
  readonly facts: SiteFacts;
}

function addDay(calendar: ICalCalendar, { mail, date, entry, organizer, facts }: DayOptions): void {
  const { email, calendarId, queuedAt, sequence } = mail.detail;
  const { hours, videoTool, videoLink } = facts;
  const isConfirmed = entry === CONFIRMED;
  const event = calendar.createEvent({
    id: entryId(calendarId, date),
    sequence,
    stamp: new Date(queuedAt),
    ...dayTimes(date, hours),
    status: entry.status,
    busystatus: entry.busy,
    summary: entry.summary(organizer.name),
    location: isConfirmed && videoLink ? videoLink : agendaWording.place(videoTool),
    url: isConfirmed && videoLink ? videoLink : null,
    organizer,
  });
  if (isConfirmed) addAlarms(event, hours !== undefined);
  // Published entries have no attendees (RFC 5546).
  if (entry.method === ICalCalendarMethod.PUBLISH) return;
  event.createAttendee({ email, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
}
