import { createVisits } from './silent-visits';

/** The visits that each look counts, for the networks reached until then; `seq` is the site's last change at that look. */
function countAll(reached: readonly number[], seqAt: (look: number) => number = () => 1): number[] {
  const visits = createVisits();
  return reached.map((networks, look) => {
    visits.look();
    return visits.count('booking', seqAt(look), networks);
  });
}

test('a look that found new networks counts as a visit two looks later, when their reports can have arrived', () => {
  expect(countAll([1, 1, 1, 2, 2, 2])).toEqual([0, 0, 1, 1, 1, 2]);
});

test('many networks that open a page at once are one visit', () => {
  expect(countAll([0, 40, 40, 40, 40])).toEqual([0, 0, 0, 1, 1]);
});

test('each change of the site begins anew', () => {
  expect(countAll([1, 2, 3, 4, 5, 6, 7, 8], (look) => (look < 4 ? 1 : 2))).toEqual([0, 0, 1, 2, 0, 0, 0, 1]);
});

test('parts are counted apart', () => {
  const visits = createVisits();
  for (const look of [1, 2, 3]) {
    visits.look();
    visits.count('booking', 1, look);
    visits.count('contact', 1, 0);
  }
  expect(visits.count('booking', 1, 3)).toBe(1);
  expect(visits.count('contact', 1, 0)).toBe(0);
});
