/** Looks until the pages of a slow phone have become live and their reports have arrived. */
const LOOKS_TO_SETTLE = 2;

interface Seen {
  readonly seq: number;
  readonly networks: number;
  readonly visits: number;
  /** The last looks that found new networks. */
  readonly recent: readonly number[];
}

/**
 * Counts the visits whose silence would prove something: the looks that found new networks among the served pages, except
 * the last two. A program that opens pages for hours is one visit, and so are many that open one at once. Each change of the site begins anew: what an earlier state broke
 * is no evidence against a part that stayed.
 */
export function createVisits() {
  const parts = new Map<string, Seen>();
  let looks = 0;
  return {
    look: (): void => {
      looks += 1;
    },
    /** @param seq number of the site's last change */
    count: (part: string, seq: number, networks: number): number => {
      const previous = parts.get(part);
      const seen = previous?.seq === seq ? previous : { seq, networks: previous ? networks : 0, visits: 0, recent: [] };
      const looked = networks > seen.networks ? [...seen.recent, looks] : seen.recent;
      const recent = looked.filter((look) => look > looks - LOOKS_TO_SETTLE);
      const visits = seen.visits + looked.length - recent.length;
      parts.set(part, { seq, networks, visits, recent });
      return visits;
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;
