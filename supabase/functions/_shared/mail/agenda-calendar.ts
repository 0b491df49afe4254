import { readPhone } from '@site/contract/phone';
import { DAY_MS } from '@site/contract/today';
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator';
import { agendaWording } from '../content/requests.ts';
import { answerRows, type FormAnswers } from '../form-answers.ts';
import { parisMoment } from '../french.ts';
import type { DayHours, SiteFacts } from '../settings.ts';
import { sanitizeLine, sanitizeMultiline } from '../text.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Reminders of an entry, in seconds before its start. The reminder of a whole day comes at 18:00 on the day before. */
const BEFORE_S = { timed: [24 * HOUR_S, 30 * MINUTE_S], wholeDay: [6 * HOUR_S] };

/**
 * The times of a calendar entry: the hours of the day where they are known, otherwise the whole day.
 * @param date yyyy-MM-dd
 */
export function dayTimes(date: string, hours: DayHours | undefined) {
  if (hours) return { start: parisMoment(date, hours.from), end: parisMoment(date, hours.to), allDay: false };
  const start = new Date(`${date}T00:00:00Z`);
  // Calendars exclude the end.
  return { start, end: new Date(start.getTime() + DAY_MS), allDay: true };
}

export function addAlarms(event: ICalEvent, isTimed: boolean): void {
  for (const trigger of isTimed ? BEFORE_S.timed : BEFORE_S.wholeDay) {
    event.createAlarm({ type: ICalAlarmType.display, trigger, description: event.summary() });
  }
}

/** Calendar programs are asked to reload the feed as often. */
const READ_AGAIN_S = 3600;

export interface AgendaEntry extends FormAnswers {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly id: string;
  /** The day has the same in mails to the visitor. */
  readonly uid: string;
  /** Counts the changes of the reservation `id`. */
  readonly version: number;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string;
  readonly note: string | null;
  readonly receivedAt: string;
}

export interface AgendaSite {
  /** The public address, if known. */
  readonly origin?: string | undefined;
  readonly facts: SiteFacts;
}

/**
 * The confirmed days as a calendar feed. It is complete: calendar programs remove entries that it no longer contains.
 */
export function agendaCalendar(entries: readonly AgendaEntry[], { origin, facts }: AgendaSite): string {
  const { hours, videoTool, videoLink } = facts;
  const calendar = ical({
    prodId: { company: 'site', product: 'agenda', language: 'FR' },
    method: ICalCalendarMethod.PUBLISH,
    name: agendaWording.name,
    ttl: READ_AGAIN_S,
  });
  for (const entry of entries) {
    const { date, uid, version, name, receivedAt } = entry;
    const url = origin ? `${origin}/espace?demande=${entry.id}` : null;
    const event = calendar.createEvent({
      id: uid,
      sequence: version,
      stamp: new Date(receivedAt),
      ...dayTimes(date, hours),
      status: ICalEventStatus.CONFIRMED,
      busystatus: ICalEventBusyStatus.BUSY,
      summary: agendaWording.summary(sanitizeLine(name)),
      location: videoLink ?? agendaWording.place(videoTool),
      description: describe(entry, url),
      url,
    });
    addAlarms(event, hours !== undefined);
  }
  return `${withZone(calendar.toString())}\r\n`;
}

/**
 * Names the zone in which programs show the days. The times stay in UTC, because the generator would write the zone
 * of the server. It also writes other properties after the entries, where strict programs miss them.
 */
const withZone = (text: string) => text.replace('X-WR-CALNAME', `X-WR-TIMEZONE:Europe/Paris\r\nX-WR-CALNAME`);

function describe(entry: AgendaEntry, url: string | null): string {
  const { phone, email, note } = entry;
  return [
    ...(phone ? [agendaWording.phone(sanitizeLine(readPhone(phone).shown))] : []),
    agendaWording.email(sanitizeLine(email)),
    ...answerRows(entry).map(({ label, value }) => agendaWording.answer(label, sanitizeLine(value))),
    ...(note ? [agendaWording.note(sanitizeMultiline(note))] : []),
    ...(url ? [agendaWording.request(url)] : []),
  ].join('\n');
}
