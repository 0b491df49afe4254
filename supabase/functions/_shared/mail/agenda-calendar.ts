import { readPhone } from '@site/contract/phone';
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator';
import { agendaWording } from '../content/agenda.ts';
import { answerFacts, type FormAnswers } from '../form-answers.ts';
import { sanitizeLine, sanitizeMultiline } from '../sanitize-text.ts';
import type { SiteFacts } from '../site-facts.ts';
import { addAlarms, dayTimes } from './calendar-day.ts';

/** How often calendar programs are asked to reload the feed. */
const READ_AGAIN_S = 3600;

export interface AgendaEntry extends FormAnswers {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly id: string;
  /** Of the day, the same in mails to the visitor. */
  readonly uid: string;
  /** Counts the changes of the reservation `id`. */
  readonly version: number;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string;
  readonly note: string | null;
  readonly receivedAt: string;
}

/** What the entries show of the site. */
export interface AgendaSite {
  /** The public address, if known. */
  readonly origin?: string | undefined;
  readonly facts: SiteFacts;
}

/** The confirmed days as a calendar feed. It is complete: calendar programs remove entries that it no longer contains. */
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
 * Names the zone in which programs show the days. The times stay in UTC: with a zone of its own the generator would write
 * those of the server's, and it writes other properties after the entries, where strict programs miss them.
 */
const withZone = (text: string) => text.replace('X-WR-CALNAME', `X-WR-TIMEZONE:Europe/Paris\r\nX-WR-CALNAME`);

function describe(entry: AgendaEntry, url: string | null): string {
  const { phone, email, note } = entry;
  return [
    ...(phone ? [agendaWording.phone(sanitizeLine(readPhone(phone).shown))] : []),
    agendaWording.email(sanitizeLine(email)),
    ...answerFacts(entry).map(({ label, value }) => agendaWording.answer(label, sanitizeLine(value))),
    ...(note ? [agendaWording.note(sanitizeMultiline(note))] : []),
    ...(url ? [agendaWording.request(url)] : []),
  ].join('\n');
}
