import { busyDays } from './busy-days.ts';
import { type FetchOptions, fetchCalendar, ReadingError } from './fetch-calendar.ts';
import type { ReadCalendar } from './own-calendar.ts';

/** A host ends what takes longer than two seconds of its processor. Two years have hardly a thousand events. */
const IN_PLACE = { mostBytes: 2 * 1024 * 1024, mostEntries: 4000 };

/** Reads a calendar where no process of its own can be started. */
export const readInPlace =
  (options: FetchOptions = {}): ReadCalendar =>
  async ({ address, ending, expectEnd }, question) => {
    const { mostBytes, mostEntries } = IN_PLACE;
    const text = await fetchCalendar(address, ending, { mostBytes, ...options });
    if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > mostEntries) throw new ReadingError('too-complex');
    await expectEnd();
    return busyDays(text, question);
  };
