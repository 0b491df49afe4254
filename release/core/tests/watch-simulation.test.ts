import { DAY_MS, FORGERIES, type Forgery, forge, type SimulatedSite, simulate, watch } from './support/simulate-watch';

const ACTIVATIONS = 10_000;
const FORGERIES_TRIED = Object.keys(FORGERIES) as Forgery[];

/** With a broken browser in a hundred, half of them on IPv4 and IPv6. */
test('at most one in a hundred good releases goes back, and a forger with a /24 and a /48 turns as few verdicts around', () => {
  const turned = Object.fromEntries(FORGERIES_TRIED.map((forgery) => [forgery, 0]));
  let returned = 0;
  for (let seed = 1; seed <= ACTIVATIONS; seed += 1) {
    const simulated = simulate(seed, { visitsPerDay: 30, broken: 0.01, failing: 0 });
    const { verdict } = watch(simulated);
    if (verdict === 'returned') returned += 1;
    for (const forgery of FORGERIES_TRIED) {
      if (watch(forge(seed, simulated, { forgery, networks: 2 })).verdict !== verdict)
        turned[forgery] = (turned[forgery] ?? 0) + 1;
    }
  }
  expect(returned / ACTIVATIONS).toBeLessThanOrEqual(0.01);
  for (const [forgery, count] of Object.entries(turned)) {
    expect([forgery, count / ACTIVATIONS <= 0.01 || count]).toEqual([forgery, true]);
  }
});

/** Of watches after 30 days without a failure. */
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
