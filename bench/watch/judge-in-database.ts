import type { Database } from '@site/backend/postgres';
import { DAY_MS } from '@site/contract/today';
import {
  type Forger,
  type Forgery,
  forge,
  type NetworkEvent,
  type Outcome,
  type SimulatedSite,
  simulate,
  watch,
} from '@site/release-core/tests/support/simulate-watch';
import { type Activation, countInDatabase, openDatabases } from './count-in-database';

const GOOD: SimulatedSite = { visitsPerDay: 30, broken: 0.01, failing: 0 };
const BAD = { visitsPerDay: 30, broken: 0 };
const forged = (forgery: Forgery) => ({ site: GOOD, forger: { forgery, networks: 2 }, share: 0.1 });

interface Scenario {
  readonly name: string;
  readonly site: SimulatedSite;
  readonly forger?: Forger;
  /** Part of the activations. */
  readonly share?: number;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'good, one browser in 100 broken', site: GOOD },
  { name: 'the same, two networks blame it', ...forged('blame') },
  { name: 'the same, two networks shield it', ...forged('shield') },
  { name: 'the same, two networks are mute', ...forged('mute') },
  { name: 'the same, two networks praise it', ...forged('praise') },
  { name: 'fails for every visitor', site: { ...BAD, failing: 1 }, share: 0.1 },
  { name: 'fails for each tenth visitor', site: { ...BAD, failing: 0.1, failsLate: true }, share: 0.1 },
];

/** The scenarios of `watch-simulation.test.ts`, counted by the functions of the database. Prints a row for each. */
export async function judgeInDatabase(activations: number): Promise<void> {
  const { databases, remove } = await openDatabases();
  const good = new Map<number, Outcome>();
  try {
    for (const scenario of SCENARIOS) {
      const { share = 1, forger } = scenario;
      const seeds = Array.from({ length: activations * share }, (_, seed) => seed + 1).values();
      const judged: Judged[] = [];
      await Promise.all(
        databases.map(async (database) => {
          for (const seed of seeds) judged.push(await judgeOne(database, seed, scenario));
        }),
      );
      if (scenario.site === GOOD && !forger) for (const { seed, outcome } of judged) good.set(seed, outcome);
      console.log(rowOf(scenario, judged, good));
    }
  } finally {
    await remove();
  }
}

interface Judged {
  readonly seed: number;
  readonly outcome: Outcome;
  /** Judged with the counts of the simulation. */
  readonly simulated: Outcome;
}

async function judgeOne(database: Database, seed: number, { site, forger }: Scenario): Promise<Judged> {
  const before: NetworkEvent[] = [];
  const honest = simulate(seed, site, (event) => before.push(event));
  const simulated = forger ? forge(seed, honest, forger) : honest;
  const forged = [...simulated.before].flatMap((what, group) =>
    what === honest.before[group] ? [] : [{ at: -DAY_MS, group, what }],
  );
  const activation: Activation = { seed, simulated, before: [...before, ...forged] };
  const counting = await countInDatabase(database, activation);
  return { seed, outcome: watch(simulated, counting), simulated: watch(simulated) };
}

function rowOf({ name, forger }: Scenario, judged: readonly Judged[], good: ReadonlyMap<number, Outcome>): string {
  const count = (isMeant: (one: Judged) => boolean) => judged.filter(isMeant).length;
  const isReturned = ({ outcome }: Judged) => outcome.verdict === 'returned';
  const within = (days: number) => count((one) => isReturned(one) && one.outcome.at <= days * DAY_MS);
  const visits = judged.filter(isReturned).map(({ outcome }) => outcome.visits);
  const cells = {
    activations: judged.length,
    returned: count(isReturned),
    'within a day': within(1),
    'within two': within(2),
    'by the 3rd visit': visits.filter((visit) => visit <= 3).length,
    ...(forger && { turned: count(({ seed, outcome }) => outcome.verdict !== good.get(seed)?.verdict) }),
    'other verdict than simulated': count(({ outcome, simulated }) => outcome.verdict !== simulated.verdict),
    'other time': count(({ outcome, simulated }) => outcome.at !== simulated.at),
  };
  const described = Object.entries(cells).map(([what, number]) => `${what} ${number}`);
  return `${name}: ${described.join(', ')}`;
}
