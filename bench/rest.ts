import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSite } from '@site/e2e/support/site';
import { family } from '@site/tooling/process-costs';
import { postmasterOf } from './load/backend-under-load';
import { commandOf, readUsage } from './load/processes';
import { reportMisses, writeReport } from './pages/report';

// How many processes and how much memory does the whole site take while nobody visits it?

const BUDGET = { megabytes: 300, processes: 3 };
const SAMPLE_MS = 2000;
/** CPU time of the whole site between two samples. */
const BUSY_SECONDS = 0.02;

const { values } = parseArgs({ options: { starts: { type: 'string', default: '1' } } });

async function timedStart(dataDir: string) {
  const since = performance.now();
  const site = await startSite(dataDir);
  const { status } = await fetch(`${site.address}/healthz`);
  if (status !== 200) throw new Error(`The site is not healthy: ${status}.`);
  return { ...site, ms: Math.round(performance.now() - since) };
}

type Usage = ReturnType<typeof readUsage>;

/** Waits until the processes use no CPU time. */
async function atRest(read: () => Usage): Promise<Usage> {
  const spent = (usage: Usage) => Object.values(usage).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  for (let before = spent(read()); ; ) {
    await delay(SAMPLE_MS);
    const usage = read();
    const now = spent(usage);
    if (now - before <= BUSY_SECONDS) return usage;
    before = now;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'rest-'));
try {
  const starts: number[] = [];
  for (let left = Number(values.starts); left > 1; left -= 1) {
    const { ms, stop } = await timedStart(dataDir);
    starts.push(ms);
    await stop();
  }
  const { pid, ms, stop } = await timedStart(dataDir);
  starts.push(ms);
  const usage = await atRest(() => {
    const postmaster = postmasterOf(dataDir);
    const ofDatabase = new Set(family(postmaster));
    const others = family(pid).filter((one) => !ofDatabase.has(one));
    return readUsage({
      ...Object.fromEntries(others.map((one) => [`${one} ${commandOf(one)}`, [one]])),
      PostgreSQL: [...ofDatabase],
    });
  });
  const processes = Object.keys(usage).length;
  const megabytes = Object.values(usage).reduce((sum, one) => sum + one.megabytes, 0);
  await stop();
  console.table(Object.fromEntries(Object.entries(usage).map(([name, one]) => [name, { MB: one.megabytes }])));
  console.log(`${processes} processes (PostgreSQL counts as one), ${megabytes} MB; starts: ${starts.join(', ')} ms.`);
  const missed = [
    ...(megabytes > BUDGET.megabytes ? [`${megabytes} MB, not ${BUDGET.megabytes}`] : []),
    ...(processes > BUDGET.processes ? [`${processes} processes, not ${BUDGET.processes}`] : []),
  ];
  writeReport('rest', { usage, megabytes, processes, starts, missed });
  reportMisses(missed);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
