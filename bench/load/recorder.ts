import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const PER_MS = 1000;

export interface CallFigures {
  readonly count: number;
  readonly perSecond: number;
  readonly errors: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

interface Measured {
  readonly times: RecordableHistogram;
  errors: number;
}

export interface Recorder {
  readonly record: (call: string, ms: number, isOk: boolean) => void;
  readonly figures: (seconds: number) => Record<string, CallFigures>;
}

/** Records successful calls to the microsecond; a failed call only counts as an error. */
export function createRecorder(): Recorder {
  const calls = new Map<string, Measured>();
  return {
    record(call, ms, isOk) {
      const measured = calls.get(call) ?? { times: createHistogram(), errors: 0 };
      calls.set(call, measured);
      if (isOk) measured.times.record(Math.max(1, Math.round(ms * PER_MS)));
      else measured.errors += 1;
    },
    figures: (seconds) =>
      Object.fromEntries([...calls].map(([call, measured]) => [call, figuresOf(measured, seconds)])),
  };
}

function figuresOf({ times, errors }: Measured, seconds: number): CallFigures {
  const at = (percentile: number) => (times.count > 0 ? round(times.percentile(percentile) / PER_MS) : 0);
  const max = times.count > 0 ? round(times.max / PER_MS) : 0;
  return {
    count: times.count,
    perSecond: round(times.count / seconds),
    errors,
    p50: at(50),
    p95: at(95),
    p99: at(99),
    max,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
