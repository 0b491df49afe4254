import { readPhone } from '@site/contract/phone';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator';
import type { VisitorMail } from '../claimed-mail.ts';
import { agendaWording } from '../content/requests.ts';
import { visitorCalendar } from '../content/visitor.ts';
import type { MailSettings } from '../settings.ts';
import { sanitizeLine } from '../text.ts';
import { addAlarms, dayTimes } from './agenda-calendar.ts';
import { manageLink } from './visitor.ts';

/** An iTIP message (RFC 5546). */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly filename: string;
  readonly content: string;
}

type Organizer = Pick<MailSettings, 'product' | 'to' | 'facts' | 'origin'>;

export function visitorInvitation(
  { detail }: VisitorMail,
  { product, to, facts, origin }: Organizer,
): Invitation | undefined {
  const { entry, email, queuedAt } = detail;
  if (!entry) return undefined;
  const { method, day, uid, sequence } = entry;
  const isConfirmed = method === 'REQUEST';
  const name = sanitizeLine(product) || 'site';
  const calendar = ical({
    prodId: { company: name, product: 'site', language: 'FR' },
    method: ICalCalendarMethod[method],
  });
  const videoLink = isConfirmed ? facts.videoLink : undefined;
  const phone = facts.phone && sanitizeLine(readPhone(facts.phone).shown);
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(queuedAt),
    ...dayTimes(day, facts.hours),
    status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    busystatus: isConfirmed ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
    summary: visitorCalendar.summary[method](name),
    location: videoLink ?? agendaWording.place(facts.videoTool),
    url: videoLink ?? null,
    description: isConfirmed ? visitorCalendar.description(phone, manageLink(detail, origin)) : null,
    organizer: { name, email: to },
  });
  event.createAttendee({ email, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  if (isConfirmed) addAlarms(event, facts.hours !== undefined);
  return { method, filename: visitorCalendar.file[method](day), content: `${calendar.toString()}\r\n` };
}
