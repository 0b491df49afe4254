import type { LocatedFailure, LocatedFailures, NoLine } from '@site/server/failures/locate-failures';
import { renderIndented } from '@site/terminal/table';
import { age } from './age';
import { describeUnknown } from './describe-unknown';

const NO_LINE: Record<NoLine, (script: string) => string> = {
  'no-position': () => 'No script of the release is on the stack.',
  'unknown-script': () => 'The report names a script that the release does not have.',
  'no-right': () => 'The grant is for other parts.',
  'no-map': (script) => `No source map of ${script} is stored.`,
  'damaged-map': (script) => `The source map of ${script} is missing or damaged: publish the same sources again.`,
  generated: () => 'The bundler generated this code.',
};

export function describeLines({ hours, failures, isElsewhere }: LocatedFailures, now: Date): string {
  const span = hours === 24 ? 'a day' : `${hours} hours`;
  if (!failures) return `Failures in ${span}: ${describeUnknown(isElsewhere)}`;
  if (failures.length === 0) return `No failures in ${span}.`;
  return [
    `Failures in ${span} by line, one for each address and release:`,
    ...byRelease(failures).map((group) => `${headingOf(group)}\n${rowsOf(group, now)}`),
  ].join('\n');
}

type Group = readonly [LocatedFailure, ...LocatedFailure[]];

function byRelease(failures: readonly LocatedFailure[]): readonly Group[] {
  const groups = new Map<string, [LocatedFailure, ...LocatedFailure[]]>();
  for (const failure of failures) {
    const key = [failure.name, failure.id, failure.preview].join(' ');
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  return [...groups.values()];
}

function headingOf([{ name, id, preview, commit }]: Group): string {
  if (name === 'other') return 'Names that are no release of the site:';
  return `${name}@${id}${preview ? ' (preview)' : ''}${commit ? `, commit ${commit}` : ''}:`;
}

function rowsOf(group: Group, now: Date): string {
  const rows = group.map((failure) => [
    `${failure.count} ×`,
    placeOf(failure),
    `${failure.phase} ${failure.code}`,
    `last ${age(failure.lastAt, now)} ago`,
  ]);
  return renderIndented(rows);
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
