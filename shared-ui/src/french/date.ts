/** Created on first use: a phone takes at least 15 ms for a format, and most pages need none. */
const formatWith = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat('fr-FR', options);
    return format;
  };
};

const longDate = formatWith({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayInParis = formatWith({ year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'Europe/Paris' });

/**
 * « lundi 23 novembre 2026 »; the first of a month is « 1er ».
 * @param date yyyy-MM-dd; anything else throws a RangeError
 */
export function formatFrenchDate(date: string): string {
  // Parsed and formatted in UTC: the calendar day is the same wherever the visitor is.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) {
    throw new RangeError(`Expected a calendar day as yyyy-MM-dd, got "${date}"`);
  }
  return longDate()
    .formatToParts(midnight)
    .map((part) => (part.type === 'day' && part.value === '1' ? '1er' : part.value))
    .join('');
}

/** The current day in Paris, yyyy-MM-dd. Not the day in UTC: half an hour after midnight they differ. */
export function todayInParis(now: Date = new Date()): string {
  const [day, month, year] = dayInParis().format(now).split('/');
  return `${year}-${month}-${day}`;
}
