import type { NoticeLink, Site } from '@site/contract/host';
import { calendarFile } from '../content/calendar-file';

interface RequestedDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly uid: string;
}

interface CalendarTexts {
  readonly product: string;
  readonly summary: string;
  readonly description: string;
  readonly status: 'TENTATIVE' | 'CONFIRMED';
}

/** An iCalendar file (RFC 5545) with one event per day, all-day and therefore without a time zone. */
export function writeCalendarFile(days: readonly RequestedDay[], texts: CalendarTexts, writtenAt: Date): string {
  const events = days.map((day) => writeEvent(day, texts, writtenAt));
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', escapeText(`-//${texts.product}//FR`)),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    ...events,
    contentLine('END', 'VCALENDAR'),
  ].join('');
}

function writeEvent(
  { date, uid }: RequestedDay,
  { summary, description, status }: CalendarTexts,
  writtenAt: Date,
): string {
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', uid),
    contentLine('DTSTAMP', basicFormat(writtenAt.toISOString().replace(/\.\d+/, ''))),
    contentLine('DTSTART;VALUE=DATE', basicFormat(date)),
    contentLine('DTEND;VALUE=DATE', basicFormat(dayAfter(date))),
    contentLine('SUMMARY', escapeText(summary)),
    contentLine('DESCRIPTION', escapeText(description)),
    contentLine('STATUS', status),
    contentLine('END', 'VEVENT'),
  ].join('');
}

const basicFormat = (isoDate: string) => isoDate.replace(/[-:]/g, '');

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** Without the line end (RFC 5545, 3.1). */
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
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly calendarId: string;
  readonly isConfirmed?: boolean;
}

/** A download link. It is a data URL, since a blob URL would end with the page, which the notice outlives. */
export function linkBookingFile({ dates, calendarId, isConfirmed = false }: BookedDays, site: Site): NoticeLink {
  const days = dates.map((date) => ({ date, uid: `${calendarId}-${date}` }));
  const file = writeCalendarFile(days, calendarFile.texts(site, isConfirmed), new Date());
  return {
    label: calendarFile.link(dates.length),
    href: `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
    download: calendarFile.name,
  };
}
