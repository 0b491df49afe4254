import { hoursOf } from '@site/contract/day-hours';
import type { NoticeLink, Site } from '@site/contract/host';
import { addDays } from '@site/contract/today';
import { calendarFile } from '../content/calendar-file';
import { BINDING_ON_SIGNATURE } from '../content/dates';

interface RequestedDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly uid: string;
}

interface CalendarContent {
  readonly product: string;
  readonly summary: string;
  readonly description: string;
  /** Grows with each change of the request, as in the mails; 0 before the first. */
  readonly sequence?: number | undefined;
  /** HH:mm in Paris; without it, each day is a whole day. */
  readonly hours?: { readonly from: string; readonly to: string } | undefined;
  readonly status: 'TENTATIVE' | 'CONFIRMED';
  readonly location?: string;
  readonly url?: string | undefined;
}

/** Reminders of a confirmed day, before its start, as in the entries of mails. */
const ALARMS = { timed: ['-P1D', '-PT30M'], wholeDay: ['-PT360M'] };

/** An iCalendar file (RFC 5545) with one event per day. */
export function writeCalendarFile(days: readonly RequestedDay[], content: CalendarContent, writtenAt: Date): string {
  const events = days.map((day) => writeEvent(day, content, writtenAt));
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', escapeText(`-//${content.product}//FR`)),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    ...(content.hours ? PARIS : []),
    ...events,
    contentLine('END', 'VCALENDAR'),
  ].join('');
}

function writeEvent({ date, uid }: RequestedDay, content: CalendarContent, writtenAt: Date): string {
  const { summary, description, sequence = 0, hours, status, location, url } = content;
  const alarms = status === 'CONFIRMED' ? ALARMS[hours ? 'timed' : 'wholeDay'] : [];
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', uid),
    contentLine('SEQUENCE', String(sequence)),
    contentLine('DTSTAMP', basicFormat(writtenAt.toISOString().replace(/\.\d+/, ''))),
    ...(hours
      ? [parisTime('DTSTART', date, hours.from), parisTime('DTEND', date, hours.to)]
      : [
          contentLine('DTSTART;VALUE=DATE', basicFormat(date)),
          contentLine('DTEND;VALUE=DATE', basicFormat(addDays(date, 1))),
        ]),
    contentLine('SUMMARY', escapeText(summary)),
    contentLine('DESCRIPTION', escapeText(description)),
    contentLine('STATUS', status),
    ...(location ? [contentLine('LOCATION', escapeText(location))] : []),
    ...(url ? [contentLine('URL', url)] : []),
    ...alarms.flatMap((trigger) => [
      contentLine('BEGIN', 'VALARM'),
      contentLine('ACTION', 'DISPLAY'),
      contentLine('TRIGGER', trigger),
      contentLine('DESCRIPTION', escapeText(summary)),
      contentLine('END', 'VALARM'),
    ]),
    contentLine('END', 'VEVENT'),
  ].join('');
}

const parisTime = (name: string, date: string, time: string) =>
  contentLine(`${name};TZID=Europe/Paris`, `${basicFormat(date)}T${basicFormat(time)}00`);

const basicFormat = (isoDate: string) => isoDate.replace(/[-:]/g, '');

/** The present rules. With them a file needs no arithmetic here, and programs show the right hour in any zone. */
const PARIS = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Paris',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
].map((line) => `${line}\r\n`);

/** The line end does not count (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75;
const LINE_END = '\r\n';

export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** One property with its line end, folded without splitting a character. */
export function contentLine(name: string, value: string): string {
  let folded = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = octetsOf(character);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += `${LINE_END} `;
      octets = octetsOf(' ');
    }
    folded += character;
    octets += size;
  }
  return folded + LINE_END;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

interface BookedDays {
  /** Ascending. */
  readonly days: readonly RequestedDay[];
  readonly sequence?: number;
  readonly isConfirmed?: boolean;
  /** What makes the days binding; the signature of an agreement if left out. */
  readonly binding?: string;
  /** The address of the video call of confirmed days. */
  readonly videoLink?: string | undefined;
  /** Leads to the visitor's own request, and contains its secret. */
  readonly manageLink?: string | undefined;
}

/** A download link. It is a data URL, since a blob URL would end with the page, which the notice outlives. */
export function linkBookingFile(
  { days, sequence, isConfirmed = false, binding = BINDING_ON_SIGNATURE, videoLink, manageLink }: BookedDays,
  site: Site,
): NoticeLink {
  const content = {
    ...calendarFile.texts(site, isConfirmed, { binding, manageLink }),
    sequence,
    hours: hoursOf(site.day),
    ...(isConfirmed && { location: videoLink ?? calendarFile.place(site), url: videoLink }),
  };
  const file = writeCalendarFile(days, content, new Date());
  return {
    label: calendarFile.link(days.length, isConfirmed),
    href: `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
    download: calendarFile.name(
      isConfirmed,
      days.map(({ date }) => date),
    ),
  };
}
