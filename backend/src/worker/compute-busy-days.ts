import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import type { BusyDays, Question } from '@site/supabase/functions/_shared/own-calendar/busy-days';
import {
  type Failure,
  fetchCalendar,
  ReadingError,
} from '@site/supabase/functions/_shared/own-calendar/fetch-calendar';
import type { ReadCalendar } from '@site/supabase/functions/_shared/own-calendar/own-calendar';
import { programArguments } from '@site/terminal/program';

/** Reads the owner's own calendar with a process of its own. */
export const readCalendar: ReadCalendar = async ({ address, ending }, question) =>
  computeBusyDays(await fetchCalendar(address, ending), question, { ending });

const { resolve } = createRequire(import.meta.url);
const TIMEOUT_MS = 10_000;
const MEMORY = '--max-old-space-size=512';

export type BusyDaysOutput = BusyDays | { readonly failure: Failure };

interface Limits {
  readonly ending: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * The busy days of a calendar, computed in a process of its own: a calendar can keep its parser busy for ever.
 * @throws ReadingError
 */
export async function computeBusyDays(
  calendar: string,
  question: Question,
  { ending, timeoutMs = TIMEOUT_MS }: Limits,
): Promise<BusyDays> {
  const args = [MEMORY, ...programArguments(resolve('#programs/backend/bin/busy-days'))];
  const output = await new Promise<BusyDaysOutput>((answered) => {
    const options = { signal: ending, timeout: timeoutMs, killSignal: 'SIGKILL', windowsHide: true } as const;
    const child = execFile(process.execPath, args, options, (error, stdout) =>
      answered(error ? { failure: 'too-complex' } : (JSON.parse(stdout) as BusyDaysOutput)),
    );
    // The process may end before it has read all of its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify({ calendar, question }));
  });
  if ('failure' in output) throw new ReadingError(output.failure);
  return output;
}
