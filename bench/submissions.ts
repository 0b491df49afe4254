import { parseArgs } from 'node:util';
import { type BackendUnderLoad, printLimits, readLimits, startBackendUnderLoad } from './load/backend-under-load';
import { closedLoop, createCaller, measurePhase, openLoop, type PhaseFigures, printPhase } from './load/load';
import { readUsage } from './load/processes';
import { createSubmissions } from './load/submissions';
import { reportMisses, writeReport } from './pages/report';

// How many bookings a second does one machine take, how long does a visitor wait, does memory stay flat?

const BUDGET = { bookingsPerSecond: 400, p95Ms: 25, memoryGrowth: 0.25 };
const OPEN_LOOP = { workers: 64, longestQueue: 1000 };
const MEMORY_STEP = 10_000;
const WARM_UP_MS = 3000;
/** Fewer than the site accepts in an hour, so that none is refused. */
const MOST_IN_A_PHASE = 15_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '75' },
    workers: { type: 'string', default: '16' },
    'skip-memory': { type: 'boolean', default: false },
    'cpu-prof': { type: 'boolean', default: false },
  },
});
const [seconds, rate, workers] = [values.seconds, values.rate, values.workers].map(Number) as [number, number, number];

type Memory = Record<string, Record<string, number>>;

const until = (ms: number) => {
  const end = performance.now() + ms;
  let left = MOST_IN_A_PHASE;
  return () => performance.now() > end || --left < 0;
};

/** Backdates all submissions so far, for the limits only. */
const forgetSubmissions = (backend: BackendUnderLoad) =>
  backend.query("update private.submissions set created_at = created_at - interval '2 hours'");

async function countFlagged(backend: BackendUnderLoad): Promise<number> {
  const [row] = await backend.query<{ flagged: number }>(
    `select (select count(*) from public.contacts where flagged)::integer
        + (select count(*) from public.reservations where flagged)::integer as flagged`,
  );
  return row?.flagged ?? 0;
}

async function measurePhases(backend: BackendUnderLoad): Promise<PhaseFigures[]> {
  printLimits(await readLimits(backend));
  const call = createCaller(backend);
  const warmUp = createSubmissions(call, () => undefined);
  await closedLoop(workers, until(WARM_UP_MS), () => warmUp.book());
  const measure = async (title: string, run: Parameters<typeof measurePhase>[2]) => {
    await forgetSubmissions(backend);
    const before = await countFlagged(backend);
    const phase = await measurePhase(title, backend, run);
    printPhase(phase);
    console.log(`limits: ${(await countFlagged(backend)) - before} were flagged`);
    return phase;
  };
  return [
    await measure(`Contacts, ${workers} at once`, (record) =>
      closedLoop(workers, until(seconds * 1000), () => createSubmissions(call, record).sendContact()),
    ),
    await measure(`Bookings, ${workers} at once`, (record) =>
      closedLoop(workers, until(seconds * 1000), () => createSubmissions(call, record).book()),
    ),
    await measure(`Bookings, ${rate} a second`, (record) =>
      openLoop({ ...OPEN_LOOP, perSecond: rate, seconds }, createSubmissions(call, record).book),
    ),
  ];
}

/** Megabytes of each part at the start, after 10,000 and after 20,000 requests. */
async function measureMemory(backend: BackendUnderLoad): Promise<Memory> {
  const book = createSubmissions(createCaller(backend), () => undefined).book;
  const parts = backend.parts();
  const read = () =>
    Object.fromEntries(Object.entries(readUsage(parts)).map(([name, { megabytes }]) => [name, megabytes]));
  const memory: Memory = { before: read() };
  for (const step of [1, 2]) {
    await forgetSubmissions(backend);
    let bookings = MEMORY_STEP / 2;
    await closedLoop(
      workers,
      () => bookings-- <= 0,
      () => book(),
    );
    memory[`after ${step * MEMORY_STEP}`] = read();
  }
  console.log('\nMegabytes');
  console.table(memory);
  return memory;
}

async function onFreshBackend<Result>(measure: (backend: BackendUnderLoad) => Promise<Result>) {
  const backend = await startBackendUnderLoad(values['cpu-prof'] ? ['--cpu-prof'] : []);
  try {
    return await measure(backend);
  } finally {
    await backend.stop();
  }
}

/** Describes what exceeds the budget. */
function misses(phases: PhaseFigures[], memory: Memory | undefined): string[] {
  const [, best, steady] = phases.map(({ calls }) => calls);
  const errors = phases.flatMap(({ calls }) => Object.values(calls)).reduce((sum, call) => sum + call.errors, 0);
  const growth = Object.entries(memory?.['after 20000'] ?? {}).filter(
    ([name, megabytes]) => megabytes > (memory?.['after 10000']?.[name] ?? 0) * (1 + BUDGET.memoryGrowth),
  );
  const bookings = best?.booking?.perSecond ?? 0;
  const p95 = steady?.booking?.p95 ?? Number.POSITIVE_INFINITY;
  return [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...growth.map(([name]) => `${name} grew by more than ${BUDGET.memoryGrowth * 100} % in the last 10,000 requests`),
    ...(bookings < BUDGET.bookingsPerSecond ? [`${bookings} bookings a second, not ${BUDGET.bookingsPerSecond}`] : []),
    ...(p95 > BUDGET.p95Ms ? [`p95 ${p95} ms at ${rate} bookings a second, not ${BUDGET.p95Ms} ms`] : []),
  ];
}

const phases = await onFreshBackend(measurePhases);
const memory = values['skip-memory'] ? undefined : await onFreshBackend(measureMemory);
const missed = misses(phases, memory);
writeReport('submissions', { phases, memory, missed });
reportMisses(missed);
