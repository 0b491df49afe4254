import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readMachine, writeReport } from './pages/report';

// What does `npx pnpm test` cost, in processor seconds, and which suites take longest?

const SLOWEST = 10;
const TICKS_PER_SECOND = 100;
const ROOT = join(import.meta.dirname, '..');

/** Processor seconds of the whole machine since its start, without those that it waited. */
function busySeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
  return [user, nice, system, irq, softirq].reduce<number>((sum, ticks = 0) => sum + ticks, 0) / TICKS_PER_SECOND;
}

interface JestResults {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/** Jest's own times of its suites. */
function readSuites(): { suite: string; seconds: number }[] {
  const { testResults } = JSON.parse(readFileSync(join(ROOT, 'test-results/unit.json'), 'utf8')) as JestResults;
  return testResults
    .map(({ name, startTime, endTime }) => ({ suite: relative(ROOT, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds);
}

const before = busySeconds();
const { status } = spawnSync('pnpm', ['test'], { cwd: ROOT, stdio: 'inherit' });
const total = Math.round(busySeconds() - before);
const suites = readSuites();
console.table(suites.slice(0, SLOWEST));
const machine = readMachine();
console.log(`${total} s of processor time, of the whole machine: load ${machine.load}, ${machine.cores} cores.`);
writeReport('tests', { total, suites }, machine);
process.exitCode = status ?? 1;
