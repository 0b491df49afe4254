import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';
import type { ReservationMail } from '../claimed-mail.ts';
import { calendarWording } from '../content/requests.ts';
import type { MailSettings } from '../mail-settings.ts';
import { readPhone } from '../phone.ts';
import { sanitizeLine } from '../sanitize-text.ts';
import { dayTimes, entryId } from './calendar-day.ts';
import { headerName } from './visitor-address.ts';

export interface Attachment {
  readonly filename: string;
  readonly content: string;
  readonly contentType: string;
}

type CalendarSettings = Pick<MailSettings, 'product' | 'facts'>;

/** The days of a reservation as one calendar file; empty without dates or after a cancellation. */
export function calendarFiles({ detail }: ReservationMail, { product, facts }: CalendarSettings): Attachment[] {
  if (detail.dates.length === 0 || detail.status === 'annulee') return [];
  const calendar = ical({
    // prodId needs a company, and a site may have no name.
    prodId: { company: sanitizeLine(product) || 'site', product: 'site', language: 'FR' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const date of detail.dates) addDay(calendar, dayTimes(date, facts.hours), { date, detail });
  return [
    {
      filename: calendarWording.fileName,
      content: `${calendar.toString()}\r\n`,
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    },
  ];
}

interface RequestedDay {
  readonly date: string;
  readonly detail: ReservationMail['detail'];
}

function addDay(calendar: ICalCalendar, times: ReturnType<typeof dayTimes>, { date, detail }: RequestedDay): void {
  const isConfirmed = detail.status === 'confirmee';
  calendar.createEvent({
    id: entryId(detail.calendarId, date),
    stamp: new Date(detail.receivedAt),
    ...times,
    status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    busystatus: isConfirmed ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.TENTATIVE,
    summary: calendarWording.summary[isConfirmed ? 'confirmee' : 'nouvelle'](headerName(detail)),
    description: [detail.email, readPhone(detail.phone ?? '').shown].map(sanitizeLine).filter(Boolean).join('\n'),
  });
}
