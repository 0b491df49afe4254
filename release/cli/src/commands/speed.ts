import { SPEED_SCALES } from '@site/contract/page-speed';
import type { ReleaseSpeed, SpeedReport } from '@site/server/browser-reports/speeds';
import { renderIndented } from '@site/terminal/output';
import type { CommandWording } from '../command';
import { byHeading, describeUnknown } from './failures';

const HEAD = ['route', '', 'p75', '95 % interval', 'good', 'middle', 'poor', 'pages'];

export const speed: CommandWording = {
  describe: (found: SpeedReport) => ({ text: describeSpeeds(found), json: found }),
};

export function describeSpeeds({ days, fewest, speeds, isElsewhere }: SpeedReport): string {
  if (!speeds) return `Speeds of pages in ${days} days: ${describeUnknown(isElsewhere)}`;
  if (speeds.length === 0) return `No release has ${fewest} measured pages of a route in ${days} days.`;
  return [
    `Speeds of pages in ${days} days, of visitors who accepted it, where ${fewest} or more were measured:`,
    ...byHeading(speeds, headingOf).flatMap(({ heading, group }) => [heading, tableOf(group)]),
  ].join('\n');
}

const headingOf = ({ name, id, state }: ReleaseSpeed) => `${name}@${id} (${state})`;

const tableOf = (group: readonly ReleaseSpeed[]) => renderIndented([HEAD, ...group.map(rowOf)]);

function rowOf({ route, metric, p75, from, to, rating, shares, n }: ReleaseSpeed): string[] {
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
