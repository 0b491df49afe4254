import { json } from 'node:stream/consumers';
import { busyDays, type Question } from '@site/supabase/functions/_shared/own-calendar/busy-days';
import type { BusyDaysOutput } from '../src/worker/compute-busy-days';

// Reads a stranger's calendar from standard input, in a process that its parent can end.

interface BusyDaysInput {
  readonly calendar: string;
  readonly question: Question;
}

function answer({ calendar, question }: BusyDaysInput): BusyDaysOutput {
  try {
    return busyDays(calendar, question);
  } catch {
    // The message of the parser contains lines of the calendar.
    return { failure: 'unreadable' };
  }
}

json(process.stdin).then(
  (given) => process.stdout.write(JSON.stringify(answer(given as BusyDaysInput))),
  () => process.exit(1),
);
