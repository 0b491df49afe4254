import { contentLine, escapeText } from './content-line';

interface RequestedDay {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly uid: string;
}

interface CalendarTexts {
  readonly product: string;
  readonly summary: string;
  readonly description: string;
}

/** An iCalendar file (RFC 5545) with one tentative event per day, all-day and therefore without a time zone. */
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

function writeEvent({ date, uid }: RequestedDay, { summary, description }: CalendarTexts, writtenAt: Date): string {
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', uid),
    contentLine('DTSTAMP', basicFormat(writtenAt.toISOString().replace(/\.\d+/, ''))),
    contentLine('DTSTART;VALUE=DATE', basicFormat(date)),
    contentLine('DTEND;VALUE=DATE', basicFormat(dayAfter(date))),
    contentLine('SUMMARY', escapeText(summary)),
    contentLine('DESCRIPTION', escapeText(description)),
    contentLine('STATUS', 'TENTATIVE'),
    contentLine('END', 'VEVENT'),
  ].join('');
}

const basicFormat = (isoDate: string) => isoDate.replace(/[-:]/g, '');

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
