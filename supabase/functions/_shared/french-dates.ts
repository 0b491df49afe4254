// Created on first use: the first format of a program takes 13 ms, and most programs write no date.
let moment: Intl.DateTimeFormat | undefined;
let day: Intl.DateTimeFormat | undefined;

/** `2026-11-23T08:05:00Z` → `23/11/2026 09:05`, the time in Paris. */
export function formatMoment(iso: string): string {
  moment ??= new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Europe/Paris',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return moment.format(new Date(iso));
}

/** `2026-12-01` → `mardi 1er décembre 2026`. */
export function formatDay(date: string): string {
  day ??= new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return day.format(new Date(`${date}T00:00:00Z`)).replace(/ 1 /, ' 1er ');
}
