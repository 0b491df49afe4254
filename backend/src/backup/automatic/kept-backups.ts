const DAY_MS = 86_400_000;

const DAYS = 7;
const WEEKS = 4;
/** The site's privacy notice promises a month at most. */
const LONGEST_DAYS = 28;
/** After a longer gap between daily backups, the site was off or the clock has jumped. */
const GAP_DAYS = 7;

interface Dated {
  readonly takenAt: Date;
}

/**
 * Returns the backups to remove once `made` has been verified: all except the latest of each of the last seven days and
 * four weeks that have one, and all older than 28 days. Returns none right after a gap, as the clock may be wrong, and
 * never one that is dated after `made`.
 */
export function backupsToRemove<Backup extends Dated>(others: readonly Backup[], made: Dated): readonly Backup[] {
  const age = ({ takenAt }: Dated) => (made.takenAt.getTime() - takenAt.getTime()) / DAY_MS;
  const earlier = others.filter((one) => age(one) >= 0).sort((one, other) => age(one) - age(other));
  const [latest] = earlier;
  if (!latest || age(latest) > GAP_DAYS) return [];
  const all = [made, ...earlier];
  const kept = new Set<Dated>([...latestOfEach(all, dayOf, DAYS), ...latestOfEach(all, weekOf, WEEKS)]);
  return earlier.filter((one) => !kept.has(one) || age(one) > LONGEST_DAYS);
}

/** @param backups latest first */
function latestOfEach(backups: readonly Dated[], periodOf: (at: Date) => number, most: number): readonly Dated[] {
  const latest = new Map<number, Dated>();
  for (const backup of backups) {
    const period = periodOf(backup.takenAt);
    if (!latest.has(period)) latest.set(period, backup);
  }
  return [...latest.values()].slice(0, most);
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
/** Weeks begin on Monday; the epoch began on a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7);
