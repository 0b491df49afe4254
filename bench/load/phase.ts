import { loadavg } from 'node:os';
import type { BackendUnderLoad } from './backend-under-load';
import { readUsage } from './processes';
import { type CallFigures, createRecorder, type Recorder } from './recorder';

export interface PhaseFigures {
  readonly title: string;
  readonly seconds: number;
  readonly calls: Record<string, CallFigures>;
  /** Busy cores by part; the load generator is one part. */
  readonly cores: Record<string, number>;
  readonly dropped?: number;
  readonly loadAverage: number;
}

/** @param run returns the number of dropped calls, if it can drop any */
export async function measurePhase(
  title: string,
  backend: BackendUnderLoad,
  run: (record: Recorder['record']) => Promise<number | undefined>,
): Promise<PhaseFigures> {
  const { record, figures } = createRecorder();
  const parts = { generator: [process.pid], ...backend.parts() };
  const before = readUsage(parts);
  const since = performance.now();
  const dropped = await run(record);
  const seconds = (performance.now() - since) / 1000;
  const after = readUsage(parts);
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, { cpuSeconds }]) => {
      const used = cpuSeconds - (before[name]?.cpuSeconds ?? 0);
      return [name, Math.round((used / seconds) * 100) / 100];
    }),
  );
  return {
    title,
    seconds: Math.round(seconds * 10) / 10,
    calls: figures(seconds),
    cores,
    ...(typeof dropped === 'number' ? { dropped } : {}),
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

export function printPhase({ title, seconds, calls, cores, dropped, loadAverage }: PhaseFigures): void {
  console.log(`\n${title} (${seconds} s, load average ${loadAverage}${dropped ? `, ${dropped} dropped` : ''})`);
  console.table(calls);
  const shares = Object.entries(cores).map(([name, share]) => `${name} ${share.toFixed(2)}`);
  console.log(`cores: ${shares.join(', ')}`);
}
