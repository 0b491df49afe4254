import type { ReleaseCounts } from './evidence';

/** Looks until the pages of a slow phone have become live and their reports have arrived. */
const LOOKS_TO_SETTLE = 2;
/** As many silent visits may be of one person, with a line of IPv4 and one of IPv6. */
const MOST_FORGED = 2;
const USUAL_SHARE = 0.7;
/** That none of six visits becomes live, where 70 % do: 0.07 %. */
const DECISIVE = (1 - USUAL_SHARE) ** 6;

/** Visits whose pages must have become live by now, and those that have. */
export interface SettledVisits {
  readonly visits: number;
  readonly started: number;
}

/** Whether so few visits became live that a share of 70 % cannot be, also when two of the others are forged. */
export function isSilent({ visits, started }: SettledVisits): boolean {
  const counted = visits - MOST_FORGED;
  return started < USUAL_SHARE * counted && shareOfAtMost(started, counted) <= DECISIVE;
}

/** Whether those that became live may all be forged. */
export const mayBeSilent = ({ started }: SettledVisits): boolean => started <= MOST_FORGED;

/** The probability that at most `started` of `visits` become live. */
function shareOfAtMost(started: number, visits: number): number {
  let [sum, term] = [0, (1 - USUAL_SHARE) ** visits];
  for (let live = 0; live <= started; live += 1) {
    sum += term;
    term *= ((visits - live) / (live + 1)) * (USUAL_SHARE / (1 - USUAL_SHARE));
  }
  return sum;
}

interface Seen {
  readonly seq: number;
  readonly opened: number;
  readonly startedBefore: number;
  readonly visits: number;
  /** The last looks that found new networks. */
  readonly recent: readonly number[];
}

/**
 * Counts the visits whose silence would prove something: the looks that found new networks among those that opened the
 * release, except the last two. A program that opens pages for hours is one visit, and so are many that open one at once.
 * Each change of the site begins anew: what an earlier state broke is no evidence against a part that stayed.
 */
export function createVisits() {
  const parts = new Map<string, Seen>();
  let looks = 0;
  return {
    look: (): void => {
      looks += 1;
    },
    /** @param seq number of the site's last change */
    count: (
      part: string,
      seq: number,
      { opened, started }: Pick<ReleaseCounts, 'opened' | 'started'>,
    ): SettledVisits => {
      const previous = parts.get(part);
      const first = previous
        ? { seq, opened, startedBefore: started, visits: 0, recent: [] }
        : { seq, opened: 0, startedBefore: 0, visits: 0, recent: [] };
      const seen: Seen = previous?.seq === seq ? previous : first;
      const looked = opened > seen.opened ? [...seen.recent, looks] : seen.recent;
      const recent = looked.filter((look) => look > looks - LOOKS_TO_SETTLE);
      const visits = seen.visits + looked.length - recent.length;
      parts.set(part, { ...seen, opened, visits, recent });
      return { visits, started: started - seen.startedBefore };
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;
