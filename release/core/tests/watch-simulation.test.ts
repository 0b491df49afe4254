import { DAY_MS } from '@site/contract/today';
import { FORGERIES, type Forgery, forge, type SimulatedSite, simulate, watch } from './support/simulate-watch';

const ACTIVATIONS = 4000;
const KINDS = Object.keys(FORGERIES) as Forgery[];

/** One browser in a hundred is broken, and half of those are on IPv4 and IPv6. */
test('at most one in a hundred good releases goes back, and a forger with a /24 and a /48 turns as few verdicts around', () => {
  const turned = { blame: 0, shield: 0, mute: 0, praise: 0 };
  let returned = 0;
  for (let seed = 1; seed <= ACTIVATIONS; seed += 1) {
    const simulated = simulate(seed, { visitsPerDay: 30, broken: 0.01, failing: 0 });
    const { verdict } = watch(simulated);
    if (verdict === 'returned') returned += 1;
    // Each kind in a quarter of them.
    const forgery = KINDS[seed % KINDS.length] ?? 'blame';
    if (watch(forge(seed, simulated, { forgery, networks: 2 })).verdict !== verdict) turned[forgery] += 1;
  }
  expect(returned / ACTIVATIONS).toBeLessThanOrEqual(0.01);
  const most = 0.01 * (ACTIVATIONS / KINDS.length);
  expect(KINDS.filter((forgery) => turned[forgery] > most)).toEqual([]);
});

/** Simulates watches after 30 days without a failure. */
function returnsOf(site: Omit<SimulatedSite, 'broken'>, count: number) {
  const outcomes = Array.from({ length: count }, (_, seed) => watch(simulate(seed + 1, { ...site, broken: 0 })));
  return outcomes.filter(({ verdict }) => verdict === 'returned');
}

test('a release that fails for every visitor goes back after three visits', () => {
  const returns = returnsOf({ visitsPerDay: 30, failing: 1 }, 200);
  expect(returns).toHaveLength(200);
  expect(returns.filter(({ visits }) => visits > 3).length).toBeLessThan(10);
});

test('a release that fails for one visitor in ten goes back within a day or two, with thirty visits a day', () => {
  const returns = returnsOf({ visitsPerDay: 30, failing: 0.1, failsLate: true }, 2000);
  const within = (days: number) => returns.filter(({ at }) => at <= days * DAY_MS).length / 2000;
  expect(within(1)).toBeGreaterThanOrEqual(0.5);
  expect(within(2)).toBeGreaterThanOrEqual(0.9);
});
