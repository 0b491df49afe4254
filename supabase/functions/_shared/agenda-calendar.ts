import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';
import { agendaWording } from './content/agenda.ts';
import { calendarWording } from './content/requests.ts';
import { sanitizeLine } from './mail/sanitize-text.ts';
import { wholeDay } from './mail/whole-day.ts';

/** How often calendar programs are asked to reload the feed. */
const READ_AGAIN_S = 3600;

export interface AgendaEntry {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly id: string;
  /** Counts the changes of the reservation `id`. */
  readonly version: number;
  readonly name: string;
  readonly phone: string | null;
  readonly receivedAt: string;
}

/**
 * The confirmed days as a calendar feed. It is complete: calendar programs remove entries that it no longer contains.
 * @param site public address of the site, if known
 */
export function agendaCalendar(entries: readonly AgendaEntry[], site?: string): string {
  const calendar = ical({
    prodId: { company: 'site', product: 'agenda', language: 'FR' },
    method: ICalCalendarMethod.PUBLISH,
    name: agendaWording.name,
    // No time zone: whole days need none, and with one the generator would write times in the server's zone.
    ttl: READ_AGAIN_S,
  });
  for (const { date, id, version, name, phone, receivedAt } of entries) {
    calendar.createEvent({
      id: `${id}-${date}`,
      sequence: version,
      stamp: new Date(receivedAt),
      ...wholeDay(date),
      status: ICalEventStatus.CONFIRMED,
      busystatus: ICalEventBusyStatus.BUSY,
      summary: calendarWording.summary.confirmee(sanitizeLine(name)),
      description: phone === null ? null : agendaWording.phone(sanitizeLine(phone)),
      url: site ? `${site}/espace?demande=${id}` : null,
    });
  }
  return `${calendar.toString()}\r\n`;
}
