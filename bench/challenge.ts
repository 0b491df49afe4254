import { parseArgs } from 'node:util';
import { type FloodFigures, measureFlood } from './challenge/measure-flood';
import { measureOffice, type Sending } from './challenge/measure-office';
import { measureNativeCost, type NativeCost } from './challenge/native-cost';
import { type BackendUnderLoad, type Engine, startBackendUnderLoad } from './load/backend-under-load';
import { composeSite } from './pages/composed-site';
import { launchBrowser } from './pages/phone';
import { reportMisses, writeReport } from './pages/report';
import { serveSite } from './pages/serve-site';

// How long does a visitor above the rate limit wait, and how much CPU time does a flood cost its sender?

const BUDGET = { p95Ms: 3000 };
const PEOPLE = 20;
const WITHOUT_CHALLENGE = 5;
/** Chromium's throttling does not slow the thread that derives keys: the challenge gets this many times the rounds. */
const CPU_SLOWDOWN = 4;
const NATIVE_CHALLENGES = 300;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pglite' },
    offices: { type: 'string', default: '4' },
    visitors: { type: 'string', default: '10000' },
    rounds: { type: 'string' },
    ease: { type: 'string', default: '10' },
    'skip-office': { type: 'boolean', default: false },
    'skip-flood': { type: 'boolean', default: false },
  },
});

async function onFreshBackend<Result>(measure: (backend: BackendUnderLoad) => Promise<Result>): Promise<Result> {
  const backend = await startBackendUnderLoad(values.engine as Engine);
  try {
    if (values.rounds) await multiplyRounds(backend, Number(values.rounds) / (await roundsOf(backend)));
    return await measure(backend);
  } finally {
    await backend.stop();
  }
}

async function roundsOf(backend: BackendUnderLoad): Promise<number> {
  const [setting] = await backend.query<{ rounds: number }>('select challenge_rounds as rounds from private.settings');
  return setting?.rounds ?? 0;
}

const multiplyRounds = (backend: BackendUnderLoad, by: number) =>
  backend.query('update private.settings set challenge_rounds = greatest(1, round(challenge_rounds * $1::numeric))', [
    by,
  ]);

async function measureOffices(backend: BackendUnderLoad): Promise<Sending[]> {
  await multiplyRounds(backend, CPU_SLOWDOWN);
  const site = await composeSite({ url: '', anonKey: backend.anonKey });
  const { address, close } = await serveSite(site, backend);
  const browser = await launchBrowser();
  const sendings: Sending[] = [];
  try {
    for (let office = 1; office <= Number(values.offices); office += 1) {
      sendings.push(...(await measureOffice(browser, address, PEOPLE)));
      await backend.query(`update private.submissions set created_at = created_at - interval '2 hours'`);
    }
  } finally {
    await browser.close();
    close();
    await site.remove();
  }
  return sendings;
}

function spreadOf(sendings: readonly Sending[]) {
  const sorted = sendings.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  const longestTaskMs = Math.max(0, ...sendings.map((one) => one.longestTaskMs));
  return { people: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1), longestTaskMs };
}

async function runFlood(backend: BackendUnderLoad): Promise<FloodFigures> {
  await multiplyRounds(backend, 1 / Number(values.ease));
  return measureFlood(backend, Number(values.visitors));
}

const rounds = await onFreshBackend(roundsOf);
const native: NativeCost = measureNativeCost(rounds, NATIVE_CHALLENGES);
console.log(`\nOne challenge of ${rounds} rounds a key, solved natively: ${native.cpuMs.toFixed(0)} ms of CPU time`);
const sendings = values['skip-office'] ? undefined : await onFreshBackend(measureOffices);
const office = sendings && {
  'without challenge': spreadOf(sendings.filter(({ isChallenged }) => !isChallenged)),
  challenged: spreadOf(sendings.filter(({ isChallenged }) => isChallenged)),
};
if (office) {
  console.log(
    `\n${PEOPLE} people behind one address, ${values.offices} times, on a phone; ms from the click to the notice`,
  );
  console.table(office);
}
const flood = values['skip-flood'] ? undefined : await onFreshBackend(runFlood);
if (flood) {
  console.log(`\n${flood.visitors} addresses, one contact each, rounds ÷ ${values.ease}`);
  console.log(flood);
  const cpuMs = (flood.roundsPerVisitor * Number(values.ease) * native.cpuMs) / (native.meanKeys * rounds);
  console.log(`With the shipped rounds, each challenged visitor spends ${cpuMs.toFixed(0)} ms of CPU time.`);
}

const expectedChallenges = Number(values.offices) * (PEOPLE - WITHOUT_CHALLENGE);
const missed = [
  ...(office && office.challenged.p95 > BUDGET.p95Ms ? [`p95 ${office.challenged.p95} ms, not ${BUDGET.p95Ms}`] : []),
  ...(office && office.challenged.people !== expectedChallenges
    ? [`${office.challenged.people} of ${expectedChallenges} people were challenged`]
    : []),
  ...(flood && flood.stored !== flood.visitors ? [`${flood.stored} of ${flood.visitors} contacts were stored`] : []),
];
writeReport('challenge', { engine: values.engine, rounds, native, office, flood, missed });
reportMisses(missed);
