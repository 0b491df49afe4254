const DAY_MS = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** @param month yyyy-MM */
export const daysOf = (month: string): readonly string[] => {
  const first = utc(`${month}-01`);
  const days: string[] = [];
  for (let at = first; isoDay(at).startsWith(month); at = new Date(at.getTime() + DAY_MS)) days.push(isoDay(at));
  return days;
};

/** 0 for Monday. */
export const weekdayOf = (day: string): number => (utc(day).getUTCDay() + 6) % 7;

/** @param by number of months, may be negative */
export function addMonths(month: string, by: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return isoDay(new Date(Date.UTC(year, at - 1 + by, 1))).slice(0, 7);
}

/** The days of a month by week, Monday first; null before the first day and after the last. */
export function weeksOf(month: string): readonly (readonly (string | null)[])[] {
  const days = daysOf(month);
  const padded = [...Array<null>(weekdayOf(days[0] ?? '')).fill(null), ...days];
  const weeks = Array.from({ length: Math.ceil(padded.length / 7) }, (_, at) => padded.slice(at * 7, at * 7 + 7));
  return weeks.map((week) => [...week, ...Array<null>(7 - week.length).fill(null)]);
}
