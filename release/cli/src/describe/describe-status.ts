import { describeHold } from '@site/release-core/changes/holds';
import { describeEntry } from '@site/release-core/store/index-entries';
import type { FailuresFound } from '@site/server/failures/failures';
import type { Status } from '@site/server/failures/status-with-failures';
import { renderTable } from '@site/terminal/table';
import { age } from './age';
import { describeFailures } from './describe-failures';
import { describeMails } from './describe-mails';
import { describePages } from './describe-pages';
import { describeRequests } from './describe-requests';
import { describeUnknown } from './describe-unknown';
import { describeWatches } from './describe-watches';

const HEAD = ['name', 'active', 'previous', 'published, not active', 'active for', 'size'];

export function describeStatus(status: Status): string {
  const { seq, names, deactivated, holds, damaged, watches } = status;
  return [
    renderTable([HEAD, ...names.map(rowOf)]),
    ...Object.entries(deactivated).map(
      ([
        name,
        {
          previous: [last],
        },
      ]) => `${name} is not active; it had ${last ?? 'only revoked releases'}.`,
    ),
    ...Object.entries(holds).map(
      ([name, hold]) => `${describeHold(name, hold)} To lift the hold: "npx pnpm release resume ${name}".`,
    ),
    `Change ${seq}.`,
    ...damaged.map(describeEntry),
    ...describeWatches(watches),
    '',
    describeFound(status),
  ].join('\n');
}

const rowOf = ({
  name,
  private: isPrivate,
  active,
  previous: [previous],
  waiting: [waiting],
  activeSince,
  size,
}: Status['names'][number]) => [
  isPrivate ? `${name} (private)` : name,
  active,
  previous ?? '–',
  waiting ?? '–',
  activeSince === null ? '–' : age(activeSince, new Date()),
  size ? `${(size.brotli / 1000).toFixed(1)} kB` : 'damaged',
];

function describeFound({ failures, reporters, pages, requests, mails, isElsewhere }: FailuresFound): string {
  if (failures && pages && requests && reporters !== null) {
    const failed = describeFailures(failures, reporters, new Date());
    return [describePages(pages), describeRequests(requests), ...describeMails(mails), failed].join('\n\n');
  }
  return `Pages and failures in a day, and requests: ${describeUnknown(isElsewhere)}`;
}
