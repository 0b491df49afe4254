import { MINUTE_MS } from '@site/contract/today';
import {
  FORGERIES,
  type Forgery,
  forge,
  type Outcome,
  type SimulatedSite,
  simulate,
  watch,
} from '@site/release-core/tests/support/simulate-watch';

const WATCHES = Number(process.argv[2] ?? 1000);
const VISITS_PER_DAY = [10, 30, 300, 3000];
const NETWORKS = [1, 2, 3, 5, 10];

/** The tables of docs/watched-activation.md, with the judge of the site and seeds that never change. */
const seeds = Array.from({ length: WATCHES }, (_, seed) => seed + 1);
const share = (all: readonly Outcome[], isMeant: (outcome: Outcome) => boolean) =>
  `${((100 * all.filter(isMeant).length) / all.length).toFixed(1)} %`;
const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const isReturned = ({ verdict }: Outcome) => verdict === 'returned';

function detection(site: SimulatedSite): string {
  const outcomes = seeds.map((seed) => watch(simulate(seed, site)));
  const returned = outcomes.filter(isReturned);
  if (returned.length === 0) return '0 %';
  const [at, visits] = [median(returned.map((one) => one.at)), median(returned.map((one) => one.visits))];
  const time = at >= 3 * 60 * MINUTE_MS ? `${Math.round(at / 60 / MINUTE_MS)} h` : `${Math.round(at / MINUTE_MS)} min`;
  return `${share(outcomes, isReturned)}, ${time}, visit ${visits}`;
}

const faults = [
  ['3 % fail at a click', { failing: 0.03, failsLate: true }],
  ['10 % fail at a click', { failing: 0.1, failsLate: true }],
  ['50 % fail at a click', { failing: 0.5, failsLate: true }],
  ['all fail', { failing: 1 }],
] as const;
function printDetection() {
  for (const broken of [0, 0.01]) {
    for (const [name, fault] of faults) {
      const cells = VISITS_PER_DAY.map((visitsPerDay) => detection({ visitsPerDay, broken, ...fault }));
      console.log(`| ${broken} | ${name} | ${cells.join(' | ')} |`);
    }
  }
  for (const broken of [0, 0.001, 0.01]) {
    const cells = VISITS_PER_DAY.map((visitsPerDay) =>
      share(
        seeds.map((seed) => watch(simulate(seed, { visitsPerDay, broken, failing: 0, live: 0.7 }))),
        isReturned,
      ),
    );
    console.log(`| good, broken ${broken} | ${cells.join(' | ')} |`);
  }
}

/** The share of watches that end otherwise than without the forger. */
function turned(site: SimulatedSite, forgery: Forgery, networks: number): string {
  const other = seeds.filter((seed) => {
    const simulated = simulate(seed, site);
    return watch(simulated).verdict !== watch(forge(seed, simulated, { forgery, networks })).verdict;
  });
  return `${((100 * other.length) / WATCHES).toFixed(1)} %`;
}

function printForgeries() {
  for (const broken of [0.001, 0.01]) {
    for (const forgery of Object.keys(FORGERIES) as Forgery[]) {
      for (const visitsPerDay of [10, 30, 300]) {
        const cells = NETWORKS.map((networks) => turned({ visitsPerDay, broken, failing: 0 }, forgery, networks));
        console.log(`| good, broken ${broken}, ${forgery}, ${visitsPerDay} | ${cells.join(' | ')} |`);
      }
    }
  }
  for (const forgery of ['shield', 'praise'] as const) {
    for (const failing of [0.1, 1]) {
      const site = { visitsPerDay: 30, broken: 0, failing };
      console.log(
        `| bad ${failing}, ${forgery}, 30 | ${NETWORKS.map((networks) => turned(site, forgery, networks)).join(' | ')} |`,
      );
    }
  }
}

printDetection();
printForgeries();
