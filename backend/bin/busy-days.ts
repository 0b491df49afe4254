import { text } from 'node:stream/consumers';
import { busyDays } from '../src/own-calendar/busy-days';
import type { Answer } from '../src/own-calendar/compute-busy-days';
import { TooComplexError } from '../src/own-calendar/repetitions';

// Reads a stranger's calendar from standard input, in a process that its parent can end. Arguments: the first and the last day.

function answer(calendar: string, [first = '', last = '']: readonly string[]): Answer {
  try {
    return busyDays(calendar, { first, last });
  } catch (error) {
    // The message of the parser contains lines of the calendar.
    return { failure: error instanceof TooComplexError ? 'too-complex' : 'unreadable' };
  }
}

text(process.stdin).then(
  (calendar) => process.stdout.write(JSON.stringify(answer(calendar, process.argv.slice(2)))),
  () => process.exit(1),
);
