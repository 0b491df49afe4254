import { busyDays } from '../src/own-calendar/busy-days';
import { TooComplexError } from '../src/own-calendar/occurrences';
import { calendarOf } from './support/calendar-text';

const SPAN = { first: '2027-01-01', last: '2028-12-31' };

/** Of Outlook, which names its zones in its own way. */
const ROMANCE = `BEGIN:VTIMEZONE
TZID:Romance Standard Time
BEGIN:STANDARD
DTSTART:20200101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20200101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;

const OWN_UID = `${'0123456789abcdef'.repeat(2)}-2027-03-02`;

test.each<[string, readonly string[], readonly string[]]>([
  ['a whole day without an end', ['DTSTART;VALUE=DATE:20270302'], ['2027-03-02']],
  ['whole days', ['DTSTART;VALUE=DATE:20270330', 'DTEND;VALUE=DATE:20270401'], ['2027-03-30', '2027-03-31']],
  ['whole days with a duration', ['DTSTART;VALUE=DATE:20270302', 'DURATION:P2D'], ['2027-03-02', '2027-03-03']],
  ['an hour', ['DTSTART;TZID=Europe/Paris:20270302T090000', 'DTEND;TZID=Europe/Paris:20270302T100000'], ['2027-03-02']],
  ['an end at midnight', ['DTSTART:20270302T200000', 'DTEND:20270303T000000'], ['2027-03-02']],
  ['an end before the start', ['DTSTART:20270302T200000', 'DTEND:20270301T000000'], ['2027-03-02']],
  ['a night', ['DTSTART:20270302T220000', 'DTEND:20270303T010000'], ['2027-03-02', '2027-03-03']],
  ['UTC, which is the next day in Paris', ['DTSTART:20270302T233000Z'], ['2027-03-03']],
  ['another zone', ['DTSTART;TZID=America/New_York:20270302T190000'], ['2027-03-03']],
  ['a zone that the calendar describes', ['DTSTART;TZID=Romance Standard Time:20270702T003000'], ['2027-07-02']],
  ['a zone that nobody describes', ['DTSTART;TZID=Zone de Camille:20270702T003000'], ['2027-07-02']],
  ['an end in another zone', ['DTSTART:20270302T230000Z', 'DTEND;TZID=Asia/Tokyo:20270303T090000'], ['2027-03-03']],
  [
    'the night of the change to summer time',
    ['DTSTART:20270328T013000', 'DURATION:PT22H30M'],
    ['2027-03-28', '2027-03-29'],
  ],
  ['the night of the change to winter time', ['DTSTART:20271031T013000', 'DURATION:PT23H30M'], ['2027-10-31']],
  [
    'a rule until the moment of its last time, without a description of the zone',
    ['DTSTART;TZID=Europe/Paris:20270301T003000', 'RRULE:FREQ=DAILY;UNTIL=20270302T233000Z'],
    ['2027-03-01', '2027-03-02', '2027-03-03'],
  ],
  [
    'a rule in a zone that the calendar describes',
    ['DTSTART;TZID=Romance Standard Time:20270327T003000', 'RRULE:FREQ=DAILY;UNTIL=20270328T223000Z'],
    ['2027-03-27', '2027-03-28', '2027-03-29'],
  ],
  [
    'a rule in UTC, which keeps its time in UTC',
    ['DTSTART:20270327T223000Z', 'RRULE:FREQ=DAILY;COUNT=2'],
    ['2027-03-27', '2027-03-29'],
  ],
  [
    'a rule in Paris, which keeps its time in Paris',
    ['DTSTART;TZID=Europe/Paris:20270327T233000', 'RRULE:FREQ=DAILY;COUNT=2'],
    ['2027-03-27', '2027-03-28'],
  ],
  [
    'excluded times, of which some never were',
    [
      ...['DTSTART;TZID=Europe/Paris:20270301T090000', 'RRULE:FREQ=DAILY;COUNT=5'],
      ...[
        'EXDATE;TZID=Europe/Paris:20270301T080000,20270302T090000',
        'EXDATE:20270303T080000Z',
        'EXDATE;VALUE=DATE:20270304',
      ],
    ],
    ['2027-03-01', '2027-03-05'],
  ],
  [
    'dates besides',
    ['DTSTART;VALUE=DATE:20270301', 'RDATE;VALUE=DATE:20270401,20270305'],
    ['2027-03-01', '2027-03-05', '2027-04-01'],
  ],
  [
    'a period besides a rule',
    [
      'DTSTART:20270301T090000Z',
      'RRULE:FREQ=DAILY;COUNT=2',
      'RDATE;VALUE=PERIOD:20290401T090000Z/PT1H,20270401T090000Z/PT1H',
    ],
    ['2027-03-01', '2027-03-02', '2027-04-01'],
  ],
  ['a day of each fourth year', ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'], ['2028-02-29']],
  ['a rule that no day meets', ['DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'], []],
  ['years around', ['DTSTART;VALUE=DATE:19000101', 'DTEND;VALUE=DATE:20270102'], ['2027-01-01']],
  ['days after', ['DTSTART;VALUE=DATE:20281231', 'DTEND;VALUE=DATE:99991231'], ['2028-12-31']],
  ['free time', ['DTSTART;VALUE=DATE:20270302', 'TRANSP:TRANSPARENT'], []],
  ['a cancelled event', ['DTSTART;VALUE=DATE:20270302', 'STATUS:CANCELLED'], []],
  ['a day of the site itself', ['DTSTART;VALUE=DATE:20270302', `UID:${OWN_UID}`], []],
  ['no start', ['SUMMARY:Sans date'], []],
])('the busy days of %s', (_, lines, days) => {
  expect(busyDays(calendarOf([lines], ROMANCE), SPAN)).toEqual(days);
});

test('a changed time of a series replaces its own, a cancelled or free one only ends it', () => {
  const series = ['UID:a', 'DTSTART;TZID=Europe/Paris:20270301T090000', 'RRULE:FREQ=DAILY;COUNT=5'];
  const changed = (at: string, ...lines: string[]) => ['UID:a', `RECURRENCE-ID${at}`, ...lines];
  const events = [
    changed(';TZID=Europe/Paris:20270302T090000', 'DTSTART;TZID=Europe/Paris:20270312T090000'),
    changed(':20270303T080000Z', 'DTSTART:20270303T080000Z', 'STATUS:CANCELLED'),
    changed(':20270304T080000Z', 'DTSTART:20270304T080000Z', 'TRANSP:TRANSPARENT'),
    series,
    ['UID:b', 'RECURRENCE-ID:20270305T080000Z', 'DTSTART:20270320T080000Z'],
  ];
  expect(busyDays(calendarOf(events), SPAN)).toEqual(['2027-03-01', '2027-03-05', '2027-03-12', '2027-03-20']);
});

test('several calendars in one text are all read', () => {
  const [first, second] = [calendarOf([['DTSTART:20270302T090000']]), calendarOf([['DTSTART:20270304T090000']])];
  expect(busyDays(first + second, SPAN)).toEqual(['2027-03-02', '2027-03-04']);
});

test('a calendar that repeats an event without measure is refused', () => {
  const endless = calendarOf([['DTSTART:20270302T090000', 'RRULE:FREQ=SECONDLY']]);
  expect(() => busyDays(endless, SPAN, 1000)).toThrow(TooComplexError);
});

test.each([
  ['cut off', calendarOf([['DTSTART:20270302T090000']]).slice(0, -20)],
  ['with a wrong rule', calendarOf([['DTSTART:20270302T090000', 'RRULE:FREQ=SOMETIMES']])],
  ['with a wrong date', calendarOf([['DTSTART:2027']])],
])('a calendar %s is refused', (_, text) => {
  expect(() => busyDays(text, SPAN)).toThrow();
});
