import { describeHold } from '@site/release-core/changes/holds';
import type { WatchStatus } from '@site/release-core/queries/read-status';
import { describeRevision } from '@site/release-core/store/revisions';
import {
  ALERTS,
  describeDropped,
  type PartFigures,
  VERDICTS,
  type WatchEnd,
} from '@site/release-core/watch/stored-watches';
import { WATCHED_NETWORKS } from '@site/release-core/watch/watch';
import type { ActivePages, FailureReport, Status } from '@site/release-server/browser-reports/failures';
import { formatAge, renderIndented, renderTable, truncate } from '@site/terminal/output';
import type { CommandWording } from '../command';
import { describeFailures, describeUnknown } from './failures';

const HEAD = ['name', 'active', 'previous', 'published, not active', 'active for', 'size'];

export const status: CommandWording = {
  describe: (found: Status) => {
    const { isElsewhere: _, ...json } = found;
    return { text: describeStatus(found), json };
  },
};

function describeStatus(status: Status): string {
  const { seq, names, deactivated, holds, damaged, watches, journeys } = status;
  const shell = names.find(({ name }) => name === 'shell')?.active ?? '';
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
    ...damaged.map(describeRevision),
    ...watches.flatMap((watch) => [...describeProgress(watch), ...describeVisits(watch)]),
    ...describeJourneys(journeys, shell),
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
  activeSince === null ? '–' : formatAge(activeSince, new Date()),
  size ? `${(size.brotli / 1000).toFixed(1)} kB` : 'damaged',
];

function describeFound({ failures, reporters, pages, requests, mails, isElsewhere }: FailureReport): string {
  if (failures && pages && requests && reporters !== null) {
    const failed = describeFailures(failures, reporters, new Date());
    return [describePages(pages), describeRequests(requests), ...describeMails(mails), failed].join('\n\n');
  }
  return `Pages and failures in a day, and requests: ${describeUnknown(isElsewhere)}`;
}

function describeProgress({ seq, names, until, look, end }: WatchStatus): string[] {
  if (end) return end.parts.map((part) => `${nameOf(part)}: ${describeEnd(end, part)} (change ${seq}).`);
  const alert = look?.alert ? [`Change ${seq} needs you: ${ALERTS[look.alert]}`] : [];
  const goesOn = `watched until ${until.slice(0, 16)}Z or, from a day on, ${WATCHED_NETWORKS} networks`;
  const lines = names.map((name) => {
    const figures = look?.parts.find((part) => part.name === name);
    return figures
      ? `${nameOf(figures)}: ${goesOn}; ${describeFigures(figures)} (change ${seq}).`
      : `${name}: ${goesOn}; nothing is counted yet (change ${seq}).`;
  });
  const dropped = look?.dropped ? [`Change ${seq}: ${describeDropped(look.dropped)}`] : [];
  return [...lines, ...alert, ...dropped];
}

function describeVisits({ seq, visits }: WatchStatus): string[] {
  const last = visits.at(-1);
  if (!last) return [];
  const result = last.problems.length > 0 ? last.problems.join(' ') : 'all pages worked.';
  return [
    `Change ${seq} was visited ${visits.length} times, last at ${last.at.slice(0, 16)}Z by ${last.who}: ${result}`,
  ];
}

export const describeJourneys = (journeys: Status['journeys'], shell: string): string[] =>
  [...new Set(journeys.map(({ name }) => name))].map((part) => {
    const ofPart = journeys.filter(({ name }) => name === part);
    const passed = ofPart.filter(({ at, problem }) => at !== null && problem === null);
    const last = passed
      .map(({ at }) => at ?? '')
      .sort()
      .at(-1);
    const when = last ? `, last at ${last.slice(0, 16)}Z with shell@${shell}` : '';
    const journeyLines = ofPart.flatMap(({ title, at, problem }) =>
      problem !== null ? [`« ${title} » fails: ${problem}`] : at === null ? [`« ${title} » has not run`] : [],
    );
    return `${part}: ${[`${passed.length} of ${ofPart.length} journeys passed${when}`, ...journeyLines].join('; ')}.`;
  });

const nameOf = ({ name, id }: PartFigures) => `${name}@${id}`;

function describeEnd({ verdict, because, refusal }: WatchEnd, part: PartFigures): string {
  const reason = because ? `, for ${because}` : '';
  return `${VERDICTS[verdict]}${reason}; ${describeFigures(part)}${refusal ? `. ${refusal}` : ''}`;
}

function describeFigures({ since, before }: PartFigures): string {
  const { opened, started, networks, reporters, unproven } = since;
  const unprovenText = unproven > 0 ? `, ${unproven} more that this site sent no such page` : '';
  const earlier = before
    ? `; previous: ${before.reporters} of ${before.networks}`
    : '; no previous release to compare with';
  return `live on ${started} of ${opened} networks, failed on ${reporters} of ${networks}${unprovenText}${earlier}`;
}

export function describePages(pages: readonly ActivePages[]): string {
  if (pages.every(({ served, live }) => served + live === 0)) return 'No pages in a day.';
  const isCounted = pages.some(({ served }) => served > 0);
  const rows = pages.map(({ name, id, served, live }) => [
    `${name}@${id}`,
    isCounted ? `${live} live, ${served} served` : `${live} live`,
  ]);
  return [
    'Pages in a day that became interactive, also by a link within a page, and pages served:',
    renderIndented(rows),
    ...(isCounted ? [] : ['Nobody counts the pages served: this site is on a static host, or no server has reported.']),
  ].join('\n');
}

/** Counts stop here. */
const MAX_COUNT = 10_000;

export function describeRequests(requests: NonNullable<FailureReport['requests']>): string {
  if (requests.length === 0) return 'No requests with the active and the previous releases.';
  const rows = requests.map(({ name, id, requests: count }) => [
    `${name}@${id}`,
    count > MAX_COUNT ? `more than ${MAX_COUNT} requests` : `${count} ${count === 1 ? 'request' : 'requests'}`,
  ]);
  return `Requests received with each release:\n${renderIndented(rows)}`;
}

const LONGEST_REASON = 200;

export function describeMails(mails: FailureReport['mails']): string[] {
  if (!mails) return [];
  const reason = truncate(mails.lastError, LONGEST_REASON);
  return [
    `Mails that could not be sent: ${mails.unsent} (${reason}). Each is tried for two days. What to correct: docs/hosting/one-machine.md, "Mails"; then "npx pnpm inbox resend".`,
  ];
}
