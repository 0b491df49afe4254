let parisDay: Intl.DateTimeFormat | undefined;

/** The current day in Paris, yyyy-MM-dd. Not the day in UTC: half an hour after midnight they differ. */
export function todayInParis(now: Date = new Date()): string {
  // Created on first use: a phone takes at least 15 ms for a format, and most pages need none.
  parisDay ??= new Intl.DateTimeFormat('fr-FR', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'Europe/Paris',
  });
  const [day, month, year] = parisDay.format(now).split('/');
  return `${year}-${month}-${day}`;
}
