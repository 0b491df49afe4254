import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMachine, writeReport } from './pages/report';

// What does `npx pnpm test` cost, in processor seconds, and which suites cost most?

const DEAREST = 10;
const TICKS_PER_SECOND = 100;

interface Cost {
  readonly suite: string;
  readonly seconds: number;
}

/** Processor seconds of the whole machine since its start, without those that it waited. */
function busySeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
  return [user, nice, system, irq, softirq].reduce<number>((sum, ticks = 0) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** Each worker has recorded its total at the start and at the end of its suites: the next record ends a suite. */
function costsOf(log: string): Cost[] {
  const last = new Map<string, { suite: string; total: number }>();
  const costs = new Map<string, number>();
  for (const line of log.split('\n').filter((line) => line.startsWith('cost\t'))) {
    const [, worker = '', suite = '', seconds] = line.split('\t');
    const total = Number(seconds);
    const charged = last.get(worker) ?? { suite, total: 0 };
    costs.set(charged.suite, (costs.get(charged.suite) ?? 0) + total - charged.total);
    last.set(worker, { suite, total });
  }
  return [...costs].map(([suite, seconds]) => ({ suite, seconds })).sort((one, other) => other.seconds - one.seconds);
}

const roomOf = (suite: string) => /^(release\/[^/]+|[^/]+)/.exec(suite)?.[0] ?? suite;

const folder = mkdtempSync(join(tmpdir(), 'site-bench-'));
const log = join(folder, 'log');
writeFileSync(log, '');
const before = busySeconds();
const { status } = spawnSync('pnpm', ['test'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, WORK_LOG: log, TEST_COSTS: '1' },
  stdio: 'inherit',
});
const total = busySeconds() - before;
const costs = costsOf(readFileSync(log, 'utf8'));
rmSync(folder, { recursive: true });

const sum = (list: readonly Cost[]) => list.reduce((all, { seconds }) => all + seconds, 0);
const whole = (seconds: number) => Math.round(seconds);
const table = [...new Set(costs.map(({ suite }) => roomOf(suite)))].map((room) => {
  const suites = costs.filter(({ suite }) => roomOf(suite) === room);
  return { room, suites: suites.length, 'CPU s': whole(sum(suites)) };
});
console.table([
  ...table.sort((one, other) => other['CPU s'] - one['CPU s']),
  { room: 'types, lint, templates, servers, runners', 'CPU s': whole(total - sum(costs)) },
  { room: 'all', suites: costs.length, 'CPU s': whole(total) },
]);
console.table(costs.slice(0, DEAREST).map(({ suite, seconds }) => ({ suite, 'CPU s': whole(seconds) })));
const machine = readMachine();
console.log(`Measured on the whole machine: load ${machine.load} at the end, ${machine.cores} cores.`);
writeReport('tests', { total, costs }, machine);
process.exitCode = status ?? 1;
