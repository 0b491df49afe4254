import type { FailuresFound } from '@site/server/failures/failures';
import { renderIndented } from '@site/terminal/table';

/** Counts stop here. */
const MOST = 10_000;

export function describeRequests(requests: NonNullable<FailuresFound['requests']>): string {
  if (requests.length === 0) return 'No requests with the active and the previous releases.';
  const rows = requests.map(({ name, id, requests: count }) => [
    `${name}@${id}`,
    count > MOST ? `more than ${MOST} requests` : `${count} ${count === 1 ? 'request' : 'requests'}`,
  ]);
  return `Requests received with each release:\n${renderIndented(rows)}`;
}
