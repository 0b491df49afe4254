import type { IncidentReport, ReleaseRequests } from '@site/backend/incident-report';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';

const PREVIOUS_COUNTED = 3;

/** The releases of each part whose requests are counted, the active one first. */
export const countedReleases = (entry: IndexEntry | null): readonly ReleaseName[] =>
  Object.entries(entry?.releases ?? {}).flatMap(([name, { active, previous }]) =>
    [active, ...previous.slice(0, PREVIOUS_COUNTED)].map((id) => ({ name, id })),
  );

/** A part without a form never receives any, which is no news. */
export function ofReceivingParts({ requests }: Pick<IncidentReport, 'requests'>): readonly ReleaseRequests[] {
  const receiving = new Set(requests.filter((counted) => counted.requests > 0).map(({ name }) => name));
  return requests.filter(({ name }) => receiving.has(name));
}
