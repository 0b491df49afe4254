import ICAL from 'ical.js';

/** Properties that decide when an event is. All other lines are skipped, so that a broken one does no harm. */
const WANTED =
  /^(DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|SEQUENCE|STATUS|TRANSP|SUMMARY|ATTENDEE|FREEBUSY|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i;
/** Values of dates contain no colon, names of zones may: `TZID=(UTC+01:00) Paris`. */
const DATED = /^(DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)(;.*)?:([^:]*)$/i;
/** Google calls the calendar of a person by their address; Outlook writes X-OWNER. */
const OWNER = /^(?:X-WR-CALNAME|X-OWNER(?:;.*)?):(?:mailto:)?(\S+@\S+?)\s*$/i;
const TIME = /^\d{8}(T[0-2]\d[0-5]\d\d\dZ?)?$/;
const LONGEST_NAME = 80;

export interface CalendarEvent {
  readonly component: ICAL.Component;
  /** The title that the owner gave it; empty without one. */
  readonly name: string;
  /** Whether a line that decides when it is could not be read. */
  isDamaged: boolean;
}

export interface Calendars {
  readonly events: readonly CalendarEvent[];
  /** The addresses that the calendars name as those of the person to whom they belong. */
  readonly owners: readonly string[];
}

/** Reads each event by itself. @throws Error for a text that ends within an event */
export function readEvents(text: string): Calendars {
  const root = new ICAL.Component(['vcalendar', [], []]);
  const events: CalendarEvent[] = [];
  const owners: string[] = [];
  let block: string[] | null = null;
  let depth = 0;
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const [, edge = '', kind = ''] = /^(BEGIN|END):([A-Z-]+)\s*$/i.exec(line) ?? [];
    if (block) block.push(line);
    else if (/^BEGIN$/i.test(edge) && /^(VEVENT|VFREEBUSY|VTIMEZONE)$/i.test(kind)) block = [line];
    else owners.push(...(OWNER.exec(line)?.slice(1) ?? []));
    if (!block || !edge) continue;
    depth += /^BEGIN$/i.test(edge) ? 1 : -1;
    if (depth > 0) continue;
    if (/^VTIMEZONE$/i.test(kind)) addZone(root, block);
    else events.push(readEvent(root, block));
    block = null;
  }
  if (block || !/^END:VCALENDAR\s*$/im.test(text)) throw new Error('The calendar is cut off.');
  return { events, owners };
}

function addZone(root: ICAL.Component, lines: readonly string[]): void {
  try {
    root.addSubcomponent(new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]));
  } catch {
    // Its times are those of a zone that nobody describes.
  }
}

function readEvent(root: ICAL.Component, lines: readonly string[]): CalendarEvent {
  const component = new ICAL.Component(lines[0]?.trim().slice(6).toLowerCase() ?? '');
  let isDamaged = false;
  for (const line of ownLines(lines)) {
    for (const one of tidied(line)) {
      try {
        checkValue(one);
        component.addProperty(ICAL.Property.fromString(one));
      } catch {
        isDamaged = true;
      }
    }
  }
  // Ical.js looks for zones there. If the event were one of its own, each search would look at all others.
  component.parent = root;
  return {
    component,
    isDamaged,
    name: String(component.getFirstPropertyValue('summary') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, LONGEST_NAME),
  };
}

/** Leaves out alarms, which have durations too. */
function ownLines(lines: readonly string[]): string[] {
  let depth = 0;
  return lines.filter((line) => {
    if (/^BEGIN:/i.test(line)) depth += 1;
    else if (/^END:/i.test(line)) depth -= 1;
    return depth === 1 && WANTED.test(line);
  });
}

/** Splits dates into lines with the type of their value: programs forget `VALUE=DATE`, or write it before a time. */
function tidied(line: string): readonly string[] {
  const [, name, parameters = '', values = ''] = DATED.exec(line.trimEnd()) ?? [];
  if (!name) return [line.trimEnd()];
  const zone = /;TZID=("?)(.*?)\1(?=;[A-Z-]+=|$)/i.exec(parameters)?.[2];
  const range = /;RANGE=THISANDFUTURE/i.test(parameters) ? ';RANGE=THISANDFUTURE' : '';
  const dates = values.split(',').map((value) => value.trim());
  return dates
    .filter((value) => value !== '' || name.toUpperCase() === 'DTSTART')
    .map((value) => {
      if (value.includes('/')) return `${name};VALUE=PERIOD${zone ? `;TZID="${zone}"` : ''}:${value}`;
      const isDay = /^\d{8}$/.test(value) || (/;VALUE=DATE(;|$)/i.test(parameters) && TIME.test(value));
      if (isDay) return `${name};VALUE=DATE${range}:${value.slice(0, 8)}`;
      return `${name}${zone ? `;TZID="${zone}"` : ''}${range}:${value}`;
    });
}

/** Checks a date: ical.js reads 31 February as a day in March. @throws Error for a value that has no meaning */
function checkValue(line: string): void {
  const [, name, , value = ''] = DATED.exec(line) ?? [];
  const day = value.slice(0, 8).replace(/(....)(..)(..)/, '$1-$2-$3');
  const isReal = TIME.test(value.split('/')[0] ?? '') && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  if (name && !isReal) throw new Error('There is no such date.');
  if (!name) ICAL.Property.fromString(line).getFirstValue();
}
