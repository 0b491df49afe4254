const clocks = new Map<string, Intl.DateTimeFormat>();
/** By zone and quarter of an hour, on which all changes of clocks are: a format takes 20 µs. */
const offsets = new Map<string, number>();
const QUARTER_MS = 15 * 60_000;

/** Whether Node knows the rules of a zone, such as Europe/Paris. */
export function isNamedZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The moment at which clocks of a zone show a time, both in milliseconds. A time that they skip is that of the clocks before.
 * @param shown as if the clocks were in UTC
 */
export function momentOf(shown: number, zone: string): number {
  const guess = shown - offsetAt(shown, zone);
  // The offset at the first guess may be that of the other side of a change of the clocks.
  return shown - offsetAt(guess, zone);
}

/** What clocks of a zone show at a moment, as if they were in UTC. */
export const shownAt = (moment: number, zone: string): number => moment + offsetAt(moment, zone);

function offsetAt(moment: number, zone: string): number {
  const quarter = Math.floor(moment / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const offset = Date.parse(`${formatOf(zone).format(quarter).replace(' ', 'T')}Z`) - quarter;
  offsets.set(key, offset);
  return offset;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock;
}
