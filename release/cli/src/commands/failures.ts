import type { ReleaseFailures } from '@site/release-server/browser-reports/failures';
import type { LocatedFailure, LocatedFailures, NoLine } from '@site/release-server/browser-reports/locate-failures';
import { formatAge, plural, renderIndented } from '@site/terminal/output';
import type { CommandWording } from '../command';

/** Why this machine cannot count; it ends a sentence. */
export const describeUnknown = (isElsewhere: boolean): string =>
  `not known, ${isElsewhere ? 'the hosted database has them, name it in DATABASE_URL.' : 'the database does not answer.'}`;

const WIDTH = 100;
const MAX_KINDS = 3;
/** The database names no more of a release. */
const MAX_POSITIONS = 20;

export function describeFailures(failed: readonly ReleaseFailures[], reporters: number, now: Date): string {
  if (failed.length === 0) return 'No failures in a day.';
  return [
    `Failures in a day, the first of each network and release, from ${plural(reporters, 'network')} in all:`,
    ...failed.map((release) => `${headingOf(release)}\n${kindsOf(release, now)}`),
    ...(failed.every(({ pages }) => pages === 0) ? ['No rates: no page was counted with these releases.'] : []),
  ].join('\n');
}

type Kind = Pick<ReleaseFailures['kinds'][number], 'phase' | 'code' | 'mended'>;

const MENDED: Readonly<Record<NonNullable<Kind['mended']>, string>> = {
  retry: 'recovered by a retry',
  previous: 'the previous release was shown',
  copy: 'the composed HTML was shown',
};

const kindOf = ({ phase, code, mended }: Kind) => `${phase} ${code}${mended ? `, ${MENDED[mended]}` : ''}`;

function headingOf({ name, id, state, failures, recovered, pages, rate, previousRate }: ReleaseFailures): string {
  const times = plural(failures, 'failure');
  if (state === 'unknown') return `Names that are no release of the site: ${times}`;
  const onPages = rate === null ? '' : ` on ${plural(pages, 'page')}, ${percent(rate)}`;
  const previous = rate === null || previousRate === null ? '' : `; previous: ${percent(previousRate)}`;
  const helped = recovered > 0 ? `; ${recovered} recovered` : '';
  return `${name}@${id} (${state}): ${times}${onPages}${helped}${previous}`;
}

function kindsOf({ kinds }: ReleaseFailures, now: Date): string {
  const rows = kinds
    .slice(0, MAX_KINDS)
    .map(({ phase, code, route, mended, count: times, firstAt, lastAt }) => [
      kindOf({ phase, code, mended }),
      route,
      `${times} ×`,
      `first ${formatAge(firstAt, now)} ago`,
      `last ${formatAge(lastAt, now)} ago`,
    ]);
  const more = kinds.length > MAX_KINDS ? [[`${kinds.length - MAX_KINDS} more: --json`]] : [];
  return renderIndented([...rows, ...more], WIDTH);
}

const percent = (rate: number) => (rate > 0 && rate < 0.0005 ? '< 0.1 %' : `${(rate * 100).toFixed(1)} %`);

const NO_LINE: Record<NoLine, (script: string) => string> = {
  'no-position': () => 'No script of the release is on the stack.',
  'unknown-script': () => 'The report names a script that the release does not have.',
  'no-right': () => 'The grant is for other parts.',
  'no-map': (script) => `No source map of ${script} is stored.`,
  'damaged-map': (script) => `The source map of ${script} is missing or damaged: publish the same sources again.`,
  generated: () => 'The bundler generated this code.',
};

export const failures: CommandWording = {
  describe: (found: LocatedFailures) => ({ text: describeLines(found), json: found }),
};

export function describeLines({ since, until, failures, isElsewhere }: LocatedFailures): string {
  const span = until === null ? `since ${minuteOf(since)} UTC` : `from ${minuteOf(since)} to ${minuteOf(until)} UTC`;
  if (!failures) return `Failures ${span}: ${describeUnknown(isElsewhere)}`;
  if (failures.length === 0) return `No failures ${span}.`;
  return [
    `Failures ${span} by line, the first of each network and release:`,
    ...byHeading(failures, lineHeadingOf).map(({ heading, group }) => `${heading}\n${rowsOf(group)}`),
  ].join('\n');
}

export function byHeading<One>(all: readonly One[], headingOf: (one: One) => string) {
  const headings = [...new Set(all.map(headingOf))];
  return headings.map((heading) => ({ heading, group: all.filter((one) => headingOf(one) === heading) }));
}

function lineHeadingOf({ name, id, preview, commit }: LocatedFailure): string {
  if (name === 'other') return 'Names that are no release of the site:';
  return `${name}@${id}${preview ? ' (preview)' : ''}${commit ? `, commit ${commit}` : ''}:`;
}

function rowsOf(group: readonly LocatedFailure[]): string {
  const rows = group.map((failure) => [
    `${failure.count} ×`,
    placeOf(failure),
    failure.route,
    kindOf(failure),
    spanOf(failure),
  ]);
  const cut = `\n  No more than the ${MAX_POSITIONS} most frequent positions are listed.`;
  return renderIndented(rows) + (group.length === MAX_POSITIONS ? cut : '');
}

const minuteOf = (at: string) => at.slice(0, 16).replace('T', ' ');

/** The times are in UTC, as in the journal of a server. */
function spanOf({ firstAt, lastAt }: LocatedFailure): string {
  const [first, last] = [firstAt, lastAt].map(minuteOf);
  return first === last ? `${last} UTC` : `${first} to ${last} UTC`;
}

function placeOf({ source, script, line, column, thrownIn, noLine }: LocatedFailure): string {
  const raw = script === null ? [] : [`${script}:${line}:${column}`];
  const place = source
    ? [`${source.file}:${source.line}:${source.column}${source.name === null ? '' : ` (${source.name})`}`]
    : raw;
  return [
    ...place,
    ...(noLine ? [NO_LINE[noLine](script ?? '')] : []),
    ...(thrownIn === null ? [] : [`The stack reaches into a script of ${thrownIn}, which threw the error.`]),
  ].join('\n');
}
