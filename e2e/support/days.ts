const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });
const frenchDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const shortDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A day counted from today in Paris, yyyy-MM-dd. */
export function parisDay(daysAhead: number): string {
  const day = new Date(`${isoDay.format(new Date())}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + daysAhead);
  return day.toISOString().slice(0, 10);
}

/** « lundi 23 novembre 2026 », the first of a month « 1er ». */
export const inFrench = (day: string) => frenchDay.format(new Date(`${day}T00:00:00Z`)).replace(' 1 ', ' 1er ');

/** « lun. 23 nov. », the first of a month « 1er ». */
export const inShort = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`)).replace(' 1 ', ' 1er ');
