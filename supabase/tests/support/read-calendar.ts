import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

interface ReadEntry {
  readonly uid: string;
  /** ISO in UTC, or a date for a whole day. */
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly url: string | null;
  readonly status: string;
  readonly sequence: number;
  /** Minutes before the start. */
  readonly alarms: readonly number[];
}

/** The entries of a calendar as two independent programs read them; they must agree. */
export function readCalendar(text: string): { method: string; entries: readonly ReadEntry[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents('vevent').map(entryOf);
  expect(secondReading(text)).toEqual(entries.map(({ alarms: _, ...entry }) => entry));
  return { method: String(calendar.getFirstPropertyValue('method')), entries };
}

function entryOf(component: ICAL.Component): ReadEntry {
  const { uid, summary, description, location, startDate, endDate, sequence } = new ICAL.Event(component);
  const written = (time: ICAL.Time) => (time.isDate ? String(time) : time.toJSDate().toISOString());
  const textOf = (name: string) => {
    const value = component.getFirstPropertyValue(name);
    return value === null ? null : String(value);
  };
  return {
    uid,
    start: written(startDate),
    end: written(endDate),
    summary,
    description: description || null,
    location: location || null,
    url: textOf('url'),
    status: textOf('status') ?? '',
    sequence: sequence ?? 0,
    alarms: component
      .getAllSubcomponents('valarm')
      .map((alarm) => -(alarm.getFirstPropertyValue('trigger') as ICAL.Duration).toSeconds() / 60),
  };
}

function secondReading(text: string) {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) => {
    if (event?.type !== 'VEVENT') return [];
    const written = (time: Date) => (event.datetype === 'date' ? dayOf(time) : time.toISOString());
    return [
      {
        uid: event.uid,
        start: written(event.start),
        end: event.end ? written(event.end) : '',
        summary: textOf(event.summary) ?? '',
        description: textOf(event.description),
        location: textOf(event.location),
        url: textOf(event.url),
        status: event.status ?? '',
        sequence: Number(event.sequence ?? 0),
      },
    ];
  });
}

/** A value with parameters is an object. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return value ? String(value) : null;
  return 'val' in value ? String(value.val) : null;
}

/** node-ical reads a whole day as midnight in the zone of this process. */
const dayOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
