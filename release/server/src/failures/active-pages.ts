import type { IncidentReport } from '@site/backend/incident-report';
import type { IndexEntry } from '@site/release-core/store/release';

/** Pages of an active release in the last 24 begun hours. */
export interface ActivePages {
  readonly name: string;
  readonly id: string;
  /** Sent by this site's servers; 0 where they are not counted. */
  readonly served: number;
  /** Became interactive, as browsers report it. */
  readonly live: number;
}

export const activePagesOf = (entry: IndexEntry | null, { rates }: IncidentReport): readonly ActivePages[] =>
  Object.entries(entry?.releases ?? {}).map(([name, { active: id }]) => {
    const counts = rates.find(({ remote, release }) => remote === name && release === id)?.day;
    return { name, id, served: counts?.pages ?? 0, live: counts?.live ?? 0 };
  });
