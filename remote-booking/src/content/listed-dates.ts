import { formatFrenchDate } from '@site/shared-ui';

/** More dates written in full would fill a phone's screen. */
const MOST_WHOLE_DATES = 4;

// Created per call, not per module: most visits list no dates, and loading the format's data takes time.
const list = (items: readonly string[]) => new Intl.ListFormat('fr', { type: 'conjunction' }).format(items);

/** « le lundi 23 novembre 2026 et le … »; groups many dates by month. @param dates yyyy-MM-dd, ascending */
export function listDates(dates: readonly string[]): string {
  if (dates.length > MOST_WHOLE_DATES) return listByMonth(dates);
  return list(dates.map((date) => `le ${formatFrenchDate(date)}`));
}

function listByMonth(dates: readonly string[]): string {
  const months = new Map<string, string[]>();
  for (const date of dates) {
    const [, day = '', ...words] = formatFrenchDate(date).split(' ');
    const month = words.join(' ');
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const told = [...months].map(([month, days]) => `${days.length > 1 ? 'les' : 'le'} ${list(days)} ${month}`);
  return list(told);
}
