import { createVisits, isSilent } from './silent-visits';

/** What each look counts, for the networks that opened the release until then; `seq` is the site's last change. */
function countAll(
  opened: readonly number[],
  { started = () => 0, seq = () => 1 }: Partial<Record<'started' | 'seq', (look: number) => number>> = {},
) {
  const visits = createVisits();
  return opened.map((networks, look) => {
    visits.look();
    return visits.count('booking', seq(look), { opened: networks, started: started(look) });
  });
}
const visitsOf = (...parameters: Parameters<typeof countAll>) => countAll(...parameters).map(({ visits }) => visits);

test('a look that found new networks counts as a visit two looks later, when their reports can have arrived', () => {
  expect(visitsOf([1, 1, 1, 2, 2, 2])).toEqual([0, 0, 1, 1, 1, 2]);
});

test('many networks that open a page at once are one visit', () => {
  expect(visitsOf([0, 40, 40, 40, 40])).toEqual([0, 0, 0, 1, 1]);
});

test('each change of the site begins anew, with what became live until then', () => {
  const counted = countAll([1, 2, 3, 4, 5, 6, 7, 8], {
    started: (look) => (look < 4 ? 1 : 2),
    seq: (look) => (look < 4 ? 1 : 2),
  });
  expect(counted.map(({ visits }) => visits)).toEqual([0, 0, 1, 2, 0, 0, 0, 1]);
  expect(counted.map(({ started }) => started)).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
});

test('parts are counted apart', () => {
  const visits = createVisits();
  const none = { opened: 0, started: 0 };
  for (const look of [1, 2, 3]) {
    visits.look();
    visits.count('booking', 1, { opened: look, started: 0 });
    visits.count('contact', 1, none);
  }
  expect(visits.count('booking', 1, { opened: 3, started: 0 }).visits).toBe(1);
  expect(visits.count('contact', 1, none).visits).toBe(0);
});

test.each([
  [8, 0, true],
  [7, 0, false],
  [12, 2, false],
  [13, 2, true],
  [30, 10, true],
  [30, 20, false],
  [3, 40, false],
])('of %d visits, %d live ones are too few: %s', (visits, started, isTooFew) => {
  expect(isSilent({ visits, started })).toBe(isTooFew);
});
