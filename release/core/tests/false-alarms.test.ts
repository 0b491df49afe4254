import { seededRandom } from './support/seeded-random';
import { type Look, type SimulatedSite, simulateWatch } from './support/simulate-watch';

const MOST_FALSE_ALARMS = 0.01;
const MONTHS = 500;
const RATE = 0.003;

const LOOKS: readonly Look[] = ['every page', 'hourly', 'daily', 'random'];
const cases = [10, 30, 300, 3000].flatMap((pagesPerDay) => LOOKS.map((look) => ({ pagesPerDay, look })));

test.each(cases)('an equally good release stays, with $pagesPerDay pages a day and a look at $look', (site) => {
  const random = seededRandom(site.pagesPerDay);
  for (const failsLate of [true, false]) {
    const share = falseAlarms(random, { ...site, failing: RATE, failsLate });
    expect([failsLate, share <= MOST_FALSE_ALARMS || share]).toEqual([failsLate, true]);
  }
});

/** At the lowest share of live pages at which silence counts as evidence. */
function falseAlarms(random: () => number, site: Omit<SimulatedSite, 'live' | 'days'>): number {
  let returned = 0;
  for (let month = 0; month < MONTHS; month += 1) {
    const judgement = simulateWatch(random, { ...site, live: 0.7, days: 30 });
    if (judgement.verdict === 'returned') returned += 1;
  }
  return returned / MONTHS;
}
