import { LISTED, type ListedChange, type Log } from '@site/release-core/operations/read-log';
import { describeEntry } from '@site/release-core/store/index-entries';
import { renderTable } from '@site/terminal/table';

const HEAD = ['change', 'when', 'who', 'what', 'from', 'to', 'why'];

/** @param isAny whether no limit was given */
export function describeLog({ changes, damaged, isCut }: Log, isAny: boolean): string {
  const table = changes.length > 0 ? renderTable([HEAD, ...changes.map(rowOf)]) : 'No change in this selection.';
  const more = isCut && isAny ? [`The latest ${LISTED}; for more, give --limit or --since.`] : [];
  return [table, ...more, ...damaged.map(describeEntry)].join('\n');
}

function rowOf({ seq, at, who, command, revoked, unchecked, accepted, why, parts }: ListedChange): string[] {
  const marks = [...(unchecked ? ['unchecked'] : []), ...(accepted ? [`accepted ${accepted.join(', ')}`] : [])];
  const mark = marks.length > 0 ? ` (${marks.join('; ')})` : '';
  const lines = (line: (part: ListedChange['parts'][number]) => string | undefined) =>
    parts.map((part) => line(part) ?? '').join('\n');
  const what =
    parts.length > 0 ? lines(({ name }) => `${command} ${name}${revoked ? `@${revoked}` : ''}${mark}`) : command;
  return [String(seq), at, who, what, lines(({ from }) => from), lines(({ to }) => to), why];
}
