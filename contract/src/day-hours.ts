import type { DayPart } from './owner-facts';

/** When the training day begins and ends, HH:mm in Paris; undefined when the timetable is not known. */
export function hoursOf(
  day: readonly DayPart[] | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = [day?.at(0)?.from, day?.at(-1)?.to];
  return from && to && from < to ? { from, to } : undefined;
}
