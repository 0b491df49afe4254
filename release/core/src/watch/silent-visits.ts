/** Looks until the pages of a slow phone have become live and their reports have arrived. */
const LOOKS_TO_SETTLE = 2;

interface Seen {
  readonly seq: number;
  readonly served: number;
  readonly visits: number;
  /** The last looks that found new pages. */
  readonly recent: readonly number[];
}

/**
 * Counts the visits whose silence would prove something: the looks that found new served pages, except the last two. A
 * crawler that opens all pages at once is one visit. Each change of the site begins anew: what an earlier state broke
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
    count: (part: string, seq: number, served: number): number => {
      const known = parts.get(part);
      const seen = known?.seq === seq ? known : { seq, served: known ? served : 0, visits: 0, recent: [] };
      const looked = served > seen.served ? [...seen.recent, looks] : seen.recent;
      const recent = looked.filter((look) => look > looks - LOOKS_TO_SETTLE);
      const visits = seen.visits + looked.length - recent.length;
      parts.set(part, { seq, served, visits, recent });
      return visits;
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;
