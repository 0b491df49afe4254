import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ICAL from 'ical.js';
import { type AgendaEntry, agendaCalendar } from '../functions/_shared/agenda-calendar.ts';

const entry: AgendaEntry = {
  date: '2026-12-10',
  id: '1a2b3c4d-0000-4000-8000-000000000001',
  version: 3,
  name: 'Camille Durand',
  phone: '06 39 98 00 00',
  receivedAt: '2026-11-21T22:05:00.000Z',
};

/** Reads the feed with an independent parser, as a calendar program does. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate, endDate, sequence } = new ICAL.Event(component);
    const days = [startDate, endDate].map(String);
    const status = component.getFirstPropertyValue('status');
    return { uid, summary, description, days, sequence, status, url: component.getFirstPropertyValue('url') };
  });
  return { calendar, events };
}

test('a confirmed day is read by a second parser as one whole day, with name and telephone only', () => {
  expect(read(agendaCalendar([entry], 'https://exemple.fr')).events).toEqual([
    {
      uid: '1a2b3c4d-0000-4000-8000-000000000001-2026-12-10',
      summary: 'Formation\u00a0: Camille Durand',
      description: 'Téléphone\u00a0: 06 39 98 00 00',
      days: ['2026-12-10', '2026-12-11'],
      sequence: 3,
      status: 'CONFIRMED',
      url: 'https://exemple.fr/espace?demande=1a2b3c4d-0000-4000-8000-000000000001',
    },
  ]);
});

test('the calendar has a name and a refresh interval', () => {
  const { calendar } = read(agendaCalendar([entry]));
  const propertyOf = (name: string) => String(calendar.getFirstPropertyValue(name));
  expect(propertyOf('x-wr-calname')).toBe('Formations confirmées');
  expect(propertyOf('refresh-interval')).toBe('PT1H');
});

// A separate process: Jest's copy of `process.env` does not change the time zone.
const IN_EACH_ZONE = `
  import { agendaCalendar } from ${JSON.stringify(pathToFileURL(join(__dirname, '../functions/_shared/agenda-calendar.ts')))};
  const entries = JSON.parse(process.argv.at(-1));
  const texts = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris'].map((zone) => {
    process.env.TZ = zone;
    return [new Date('2026-12-31T00:00:00Z').getHours(), agendaCalendar(entries)];
  });
  console.log(JSON.stringify(texts));`;

test('a day stays the same in any time zone of the server, also when clocks change', () => {
  const dates = ['2026-12-31', '2027-03-28', '2027-10-31'];
  const entries = JSON.stringify(dates.map((date) => ({ ...entry, date })));
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const args = ['--import', tsx, '--input-type=module', '--eval', IN_EACH_ZONE, entries];
  const written: [hour: number, text: string][] = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  );
  expect(written.map(([hour]) => hour)).toEqual([14, 13, 1]);
  expect(new Set(written.map(([, text]) => text)).size).toBe(1);
  expect(read(written[0]?.[1] ?? '').events.map(({ days }) => days[0])).toEqual(dates);
});

test('all properties of the calendar precede its events, as strict programs require', () => {
  const lines = agendaCalendar([entry]).split('\r\n');
  expect(lines.slice(lines.indexOf('END:VEVENT') + 1)).toEqual(['END:VCALENDAR', '']);
});

test('a calendar without days is valid', () => {
  expect(read(agendaCalendar([])).events).toEqual([]);
});

test('a hostile name or telephone adds neither a line nor an event', () => {
  const hostile = 'a;b,c\\d\r\nEND:VEVENT\r\nBEGIN:VEVENT\u202e\nATTENDEE:x';
  const text = agendaCalendar([
    { ...entry, name: hostile, phone: hostile },
    { ...entry, phone: null, date: '2026-12-11' },
  ]);
  const { events } = read(text);
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({ summary: expect.stringContaining('a;b,c\\d END:VEVENT BEGIN:VEVENT ATTENDEE:x') });
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u202e]/);
  expect(events[1]?.description ?? null).toBeNull();
});
