/** @jest-environment node */
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import shipped from '../../../site.json';
import { linkBookingFile } from './calendar-file';
import { calendarIdOf } from './calendar-id';

test('the calendar id is the one of the mails: the first digits of the hash of the reservation’s id', async () => {
  expect(await calendarIdOf('00000000-0000-4000-8000-000000000000')).toBe('db8055e0e0307d5a016bec4dc338d698');
});

test('without crypto.subtle the id is random', async () => {
  jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  const ids = [await calendarIdOf('one'), await calendarIdOf('one')];
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(ids[0]).not.toBe(ids[1]);
});

const site = {
  ...shipped,
  day: [
    { from: '09:00', to: '12:30', text: 'Le matin' },
    { from: '13:30', to: '17:30', text: 'L’après-midi' },
  ],
};

/** The only entry, as two independent programs read it. */
function readEntry(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const { uid, startDate, endDate } = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  const [second] = Object.values(nodeIcal.sync.parseICS(text)).filter((entry) => entry?.type === 'VEVENT');
  return [
    [uid, startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString()],
    second?.type === 'VEVENT' && [second.uid, second.start.toISOString(), second.end?.toISOString()],
  ];
}

// The mails and the owner's feed have the same identifiers and moments: `supabase/tests`.
test.each([
  ['2027-03-27', '08:00', '16:30'],
  ['2027-03-28', '07:00', '15:30'],
  ['2027-10-30', '07:00', '15:30'],
  ['2027-10-31', '08:00', '16:30'],
])('around a change of the clocks, the entry of %s is from %s to %s in UTC', (date, from, to) => {
  const { href } = linkBookingFile({ days: [{ date, uid: 'abcdef-2027-03-01' }] }, site);
  const entry = ['abcdef-2027-03-01', `${date}T${from}:00.000Z`, `${date}T${to}:00.000Z`];
  expect(readEntry(decodeURIComponent(href.replace(/^[^,]*,/, '')))).toEqual([entry, entry]);
});
