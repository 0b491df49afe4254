import { SPEED_SCALES } from '@site/contract/page-speed';
import { LISTED, type ListedChange, type Log } from '@site/release-core/queries/read-log';
import { describeRevision } from '@site/release-core/store/revisions';
import { VERDICTS } from '@site/release-core/watch/stored-watches';
import type { ReleaseSpeed, SpeedReport } from '@site/release-server/browser-reports/speeds';
import { renderIndented, renderTable } from '@site/terminal/output';
import type { CommandWording } from '../command';
import { byHeading, describeUnknown } from './failures';

const LOG_HEAD = ['change', 'when', 'who', 'what', 'from', 'to', 'why'];

export const log: CommandWording<{ readonly limit: string | undefined }> = {
  describe: (found: Log, { limit }) => ({ text: describeLog(found, limit === undefined), json: found }),
};

function describeLog({ changes, damaged, isCut }: Log, isAny: boolean): string {
  const table =
    changes.length > 0 ? renderTable([LOG_HEAD, ...changes.map(changeRow)]) : 'No change in this selection.';
  const more = isCut && isAny ? [`The latest ${LISTED}; for more, give --limit or --since.`] : [];
  return [table, ...more, ...damaged.map(describeRevision)].join('\n');
}

function changeRow(change: ListedChange): string[] {
  const { seq, at, who, command, revoked, why, parts, facts = [] } = change;
  const lines = (line: (part: ListedChange['parts'][number]) => string | undefined) =>
    parts.map((part) => line(part) ?? '').join('\n');
  const description =
    parts.length > 0
      ? lines(({ name }) => `${command} ${name}${revoked ? `@${revoked}` : ''}${marksOf(change, name)}`)
      : [command, ...facts].join('\n');
  return [String(seq), at, who, description, lines(({ from }) => from), lines(({ to }) => to), why];
}

/** A hold and its end are marked where they are not the command itself. */
function marksOf(change: ListedChange, name: string): string {
  const { command, held, resumed = [], unchecked, accepted, watchedDays, verdict } = change;
  const marks = [
    ...(verdict ? [VERDICTS[verdict]] : watchedDays === undefined ? [] : ['watched']),
    ...(command !== 'hold' && held?.parts.includes(name) ? ['held'] : []),
    ...(command !== 'resume' && resumed.includes(name) ? ['resumed'] : []),
    ...(unchecked ? ['unchecked'] : []),
    ...(accepted ? [`accepted ${accepted.join(', ')}`] : []),
  ];
  return marks.length > 0 ? ` (${marks.join('; ')})` : '';
}

const SPEED_HEAD = ['route', '', 'p75', '95 % interval', 'good', 'middle', 'poor', 'pages'];

export const speed: CommandWording = {
  describe: (found: SpeedReport) => ({ text: describeSpeeds(found), json: found }),
};

export function describeSpeeds({ days, fewest, speeds, isElsewhere }: SpeedReport): string {
  if (!speeds) return `Speeds of pages in ${days} days: ${describeUnknown(isElsewhere)}`;
  if (speeds.length === 0) return `No release has ${fewest} measured pages of a route in ${days} days.`;
  return [
    `Speeds of pages in ${days} days, of visitors who accepted it, where ${fewest} or more were measured:`,
    ...byHeading(speeds, headingOf).flatMap(({ heading, group }) => [
      heading,
      renderIndented([SPEED_HEAD, ...group.map(speedRow)]),
    ]),
  ].join('\n');
}

const headingOf = ({ name, id, state }: ReleaseSpeed) => `${name}@${id} (${state})`;

function speedRow({ route, metric, p75, from, to, rating, shares, n }: ReleaseSpeed): string[] {
  const written = (value: number) => (metric === 'cls' ? value.toFixed(3) : `${Math.round(value)} ms`);
  return [
    route,
    metric.toUpperCase(),
    `${p75 === null ? `over ${written(SPEED_SCALES[metric].edges.at(-1) ?? 0)}` : written(p75)}, ${rating}`,
    `${written(from)} to ${to === null ? 'more' : written(to)}`,
    ...shares.map((share) => `${Math.round((share / n) * 100)} %`),
    `${n}`,
  ];
}
