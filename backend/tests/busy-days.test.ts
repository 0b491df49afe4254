import { readFileSync } from 'node:fs';
import { busyDays, type Question } from '@site/supabase/functions/_shared/own-calendar/busy-days';
import { calendarOf } from './support/rows';

const SPAN = { first: '2027-01-01', last: '2028-12-31' };

const read = (text: string, question: Question = SPAN) => busyDays(text, question);

/** Outlook names its zones in its own way. */
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

const PARIS = 'DTSTART;TZID=Europe/Paris:20270302T183000';
const DAY = 'DTSTART;VALUE=DATE:20270302';
const MARCH = (...days: number[]) => days.map((day) => `2027-03-${String(day).padStart(2, '0')}`);
const OWN_UID = `${'0123456789abcdef'.repeat(2)}-2027-03-02`;

test.each<[string, readonly string[], readonly string[]]>([
  ['a whole day without an end', ['DTSTART;VALUE=DATE:20270302'], ['2027-03-02']],
  ['whole days with a duration', ['DTSTART;VALUE=DATE:20270302', 'DURATION:P2D'], ['2027-03-02', '2027-03-03']],
  ['an end at midnight', ['DTSTART:20270302T200000', 'DTEND:20270303T000000'], ['2027-03-02']],
  ['an end before the start', ['DTSTART:20270302T200000', 'DTEND:20270301T000000'], ['2027-03-02']],
  ['a night', ['DTSTART:20270302T220000', 'DTEND:20270303T010000'], ['2027-03-02', '2027-03-03']],
  ['a zone that the calendar describes', ['DTSTART;TZID=Romance Standard Time:20270702T003000'], ['2027-07-02']],
  ['a zone that nobody describes', ['DTSTART;TZID=Zone de Camille:20270702T003000'], ['2027-07-01', '2027-07-02']],
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
  ['years around', ['DTSTART;VALUE=DATE:19000101', 'DTEND;VALUE=DATE:20270102'], ['2027-01-01']],
  ['days after', ['DTSTART;VALUE=DATE:20281231', 'DTEND;VALUE=DATE:99991231'], ['2028-12-31']],
  ['a day of the site itself', ['DTSTART;VALUE=DATE:20270302', `UID:${OWN_UID}`], []],
  ['a further one that had the same date first', ['DTSTART;VALUE=DATE:20270302', `UID:${OWN_UID}-12`], []],
  ['no start', ['SUMMARY:Sans date'], []],
])('the busy days of %s', (_, lines, days) => {
  expect(read(calendarOf([lines], ROMANCE)).days).toEqual(days);
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
  expect(read(calendarOf(events)).days).toEqual(MARCH(1, 5, 12, 20));
});

test('several calendars in one text are all read', () => {
  const [first, second] = [calendarOf([['DTSTART:20270302T090000']]), calendarOf([['DTSTART:20270304T090000']])];
  expect(read(first + second).days).toEqual(['2027-03-02', '2027-03-04']);
});

test.each([
  ['RRULE:FREQ=MINUTELY', 672],
  ['RRULE:FREQ=MINUTELY;UNTIL=20270322T220000Z', 22],
])('an entry that is repeated without measure closes all its days, is named, and hides no other: %s', (rule, count) => {
  const often = ['SUMMARY:Sonde', 'DTSTART;TZID=Europe/Paris:20270302T090000', rule];
  const { days, unread } = busyDays(calendarOf([often, ['DTSTART;VALUE=DATE:20270120']]), SPAN);
  expect([days.length, days[0], days[1], unread]).toEqual([count, '2027-01-20', '2027-03-02', ['Sonde']]);
});

test('a rule that no day meets leaves the start', () => {
  const never = ['DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'];
  expect(busyDays(calendarOf([never]), SPAN).days).toEqual(MARCH(1));
});

test.each<[string, readonly string[], readonly string[]]>([
  ['a last day', [PARIS, 'RRULE:FREQ=WEEKLY;UNTIL=20270316'], MARCH(2, 9, 16)],
  ['a last day, of times in UTC', ['DTSTART:20270302T183000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20270316'], MARCH(2, 9, 16)],
  ['a last time without a zone', [PARIS, 'RRULE:FREQ=WEEKLY;UNTIL=20270316T183000'], MARCH(2, 9, 16)],
  ['a last time in UTC, a second before', [PARIS, 'RRULE:FREQ=WEEKLY;UNTIL=20270316T172959Z'], MARCH(2, 9)],
  ['a last day of whole days', [DAY, 'RRULE:FREQ=WEEKLY;UNTIL=20270316'], MARCH(2, 9, 16)],
  ['midnight in Paris, of whole days', [DAY, 'RRULE:FREQ=WEEKLY;UNTIL=20270315T230000Z'], MARCH(2, 9, 16)],
  ['midnight in UTC, of whole days', [DAY, 'RRULE:FREQ=WEEKLY;UNTIL=20270316T000000Z'], MARCH(2, 9, 16)],
  ['the last second of a day, of whole days', [DAY, 'RRULE:FREQ=DAILY;UNTIL=20270303T235959Z'], MARCH(2, 3)],
])('the busy days of a rule until %s', (_, lines, days) => {
  expect(read(calendarOf([lines]))).toEqual({ days, unread: [] });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['a start that the rule does not produce', [DAY, 'RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270310'], MARCH(2, 3, 10)],
  ['a start that is excluded', [DAY, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20270302'], MARCH(3)],
  [
    'midnight in Paris excluded from whole days',
    [DAY, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270302T230000Z'],
    MARCH(2, 4),
  ],
  [
    'a period that is longer',
    ['DTSTART:20270302T090000Z', 'RDATE;VALUE=PERIOD:20270305T090000Z/P2D'],
    MARCH(2, 5, 6, 7),
  ],
  [
    'the 31st of months',
    ['DTSTART;VALUE=DATE:20270131', 'RRULE:FREQ=MONTHLY;COUNT=3'],
    ['2027-01-31', '2027-03-31', '2027-05-31'],
  ],
  ['free time of Outlook', [DAY, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['a zone of Mozilla', ['DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20270302T190000'], MARCH(3)],
  ['a zone of Evolution', ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:20270302T003000'], MARCH(2)],
  ['a zone in three parts', ['DTSTART;TZID=/citadel.org/1/America/Indiana/Knox:20270302T190000'], MARCH(3)],
  ['a day without its type', ['DTSTART:20270302', 'DTEND:20270304'], MARCH(2, 3)],
  ['a day whose type is wrong', ['DTSTART;VALUE=DATE-TIME:20270302'], MARCH(2)],
  ['an alarm with a duration', [DAY, 'BEGIN:VALARM', 'TRIGGER:-PT1H', 'DURATION:P9D', 'END:VALARM'], MARCH(2)],
  ['an exclusion of nothing', [DAY, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:'], MARCH(2, 3)],
  ['a description that is not folded', [DAY, 'DESCRIPTION:Bonjour', 'je viens', 'DTEND à voir'], MARCH(2)],
])('the busy days of %s are those that programs mean', (_, lines, days) => {
  expect(read(calendarOf([lines]))).toEqual({ days, unread: [] });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['rule', [DAY, 'RRULE:FREQ=SOMETIMES'], MARCH(2, 20)],
  ['start', ['DTSTART:2027'], MARCH(20)],
  ['start that no month has', ['DTSTART:20270231T090000'], MARCH(20)],
  ['end', [DAY, 'DTEND:demain'], MARCH(2, 20)],
  ['exclusion', [DAY, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:demain'], MARCH(2, 3, 20)],
  ['zone', ['DTSTART;TZID=(UTC+01:00) Paris, Madrid:20270302T153000'], MARCH(2, 3, 20)],
])('an entry with a %s that cannot be read is named, and hides no other', (_, lines, days) => {
  const text = calendarOf([
    ['SUMMARY:Yoga', ...lines],
    ['SUMMARY:Dentiste', 'DTSTART;VALUE=DATE:20270320'],
  ]);
  expect(read(text)).toEqual({ days, unread: ['Yoga'] });
});

test('a change of all occurrences that follow moves, shortens or ends them', () => {
  const series = ['UID:a', 'DTSTART;TZID=Europe/Paris:20270301T230000', 'DURATION:PT2H', 'RRULE:FREQ=WEEKLY;COUNT=4'];
  const from = ['UID:a', 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:20270315T230000'];
  const moved = [...from, 'DTSTART;TZID=Europe/Paris:20270316T090000', 'DURATION:PT1H'];
  expect(read(calendarOf([series, moved])).days).toEqual(MARCH(1, 2, 8, 9, 16, 23));
  const ended = [...from, 'DTSTART;TZID=Europe/Paris:20270315T230000', 'STATUS:CANCELLED'];
  expect(read(calendarOf([ended, series])).days).toEqual(MARCH(1, 2, 8, 9));
});

test('of two versions of an entry the one with the higher SEQUENCE counts', () => {
  const version = (day: number, sequence: number) => [
    'UID:a',
    `DTSTART;VALUE=DATE:2027030${day}`,
    `SEQUENCE:${sequence}`,
  ];
  expect(read(calendarOf([version(3, 2), version(2, 1)])).days).toEqual(MARCH(3));
});

const invited = (...parameters: string[]) => [DAY, `ATTENDEE;PARTSTAT=DECLINED;${parameters.join('')}`];
const calledBy = (line: string, who: string) =>
  calendarOf([invited(`CN=X:mailto:${who}`)]).replace('VERSION:2.0', line);

test.each<[string, string]>([
  ['the name of the calendar', calledBy('X-WR-CALNAME:moi@exemple.fr', 'Moi@exemple.fr')],
  ['Outlook', calledBy('X-OWNER;CN="Camille Martin":mailto:Moi@exemple.fr', 'moi@exemple.fr')],
  ['the space', calledBy('X-WR-CALNAME:Travail', 'camille@exemple.fr')],
  ['iCloud', calendarOf([invited('CN=X;EMAIL=camille@exemple.fr:mailto:2_GE2DG@imip.me.com')])],
])('an invitation that the owner has declined closes nothing, whom %s names', (_, text) => {
  expect(busyDays(text, { ...SPAN, owners: ['Camille@exemple.fr'] }).days).toEqual([]);
});

test('an invitation that somebody else has declined closes its day', () => {
  const text = calledBy('X-WR-CALNAME:moi@exemple.fr', 'autre@exemple.fr');
  expect(busyDays(text, { ...SPAN, owners: ['camille@exemple.fr'] }).days).toEqual(MARCH(2));
});

/** Each entry is written as its program writes it, and has the days that it closes. */
const PRODUCERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  google: {
    Appel: MARCH(3),
    Yoga: [...MARCH(16), '2027-04-01', '2027-04-06'],
    Congés: ['2027-05-10', '2027-05-11', '2027-05-12'],
    Anniversaire: [],
    Déclinée: [],
    'Déclinée par un autre': ['2027-06-14'],
  },
  exchange: {
    'Point hebdomadaire': MARCH(2, 17, 23, 30),
    Salon: ['2027-04-19', '2027-04-21', '2027-04-22'],
    Télétravail: [],
    Fête: [],
    'Appel de Lisbonne': ['2027-06-09'],
  },
  icloud: {
    Dentiste: MARCH(2),
    'Week-end': MARCH(25, 26),
    Chorale: ['2027-04-05', '2027-04-21', '2027-04-26'],
    Déclinée: [],
    'Appel de New York': ['2027-06-03'],
  },
  nextcloud: {
    Notaire: MARCH(2),
    Sport: MARCH(8, 15, 18),
    'Sport\\, le mardi': MARCH(23, 30),
    'Dernier jour du mois': ['2027-04-30', '2027-05-31', '2027-06-30'],
    Déclinée: [],
    Annulée: [],
  },
  zimbra: {
    Visite: MARCH(2),
    Formation: MARCH(9, 11, 15),
    Absence: ['2027-04-01', '2027-04-02'],
    Permanence: [],
    Déclinée: [],
  },
};
const CAMILLE = { ...SPAN, owners: ['camille@exemple.fr'] };

const textOf = (producer: string) =>
  readFileSync(new URL(`./fixtures/calendars/${producer}.ics`, import.meta.url), 'utf8').replaceAll('\n', '\r\n');

/** The calendar with the entries of one name only. */
const onlyNamed = (text: string, name: string) =>
  text.replaceAll(/BEGIN:VEVENT.*?END:VEVENT\r\n/gs, (entry) =>
    entry.split('\r\n').some((line) => /^SUMMARY/.test(line) && line.endsWith(`:${name}`)) ? entry : '',
  );

test.each(
  Object.entries(PRODUCERS).flatMap(([producer, entries]) =>
    Object.entries(entries).map(([name, days]) => [producer, name, days] as const),
  ),
)('a calendar of %s: the days of « %s »', (producer, name, days) => {
  const text = onlyNamed(textOf(producer), name);
  expect(read(text, CAMILLE)).toEqual({ days, unread: [] });
});

test('published busy periods close their days, free ones do not', () => {
  const text = calendarOf([
    [
      'DTSTART:20270301T000000Z',
      'DTEND:20270401T000000Z',
      'FREEBUSY:20270302T090000Z/PT1H,20270303T090000Z/20270304T090000Z',
      'FREEBUSY;FBTYPE=FREE:20270309T090000Z/PT1H',
    ],
  ]).replaceAll('VEVENT', 'VFREEBUSY');
  expect(busyDays(text, SPAN).days).toEqual(MARCH(2, 3, 4));
});

test.each([
  ['cut off within an entry', calendarOf([[DAY]]).slice(0, -30)],
  ['cut off after an entry', calendarOf([[DAY]]).slice(0, -10)],
  ['of which nothing can be read', calendarOf([['DTSTART:2027']])],
])('a calendar %s is refused', (_, text) => {
  expect(() => busyDays(text, SPAN)).toThrow();
});

test('a span that is no days is refused: it would have opened all of them', () => {
  expect(() => busyDays(calendarOf([[DAY]]), { first: '01.01.2027', last: '31.12.2028' })).toThrow();
});
