import { LISTED, type ListedChange, type Log, readLog } from '@site/release-core/operations/read-log';
import { describeEntry } from '@site/release-core/store/index-entries';
import { renderTable } from '@site/terminal/table';
import { type Command, type Flags, worded } from './command';

const HEAD = ['change', 'when', 'who', 'what', 'from', 'to', 'why'];

const flags = {
  name: { type: 'string', value: '<name>', description: 'lists the changes of one part' },
  since: { type: 'string', value: '<time>', description: 'lists changes since 2d, 3h, 30min, a day or a moment' },
  limit: { type: 'string', value: '<count>', description: 'lists this many of the last changes' },
} as const satisfies Flags;

export const log: Command<typeof flags> = {
  usage: 'log [--name <name>] [--since 2d] [--limit 20]',
  flags,
  description: 'lists changes: number, when, who, what, from, to, why',
  minArguments: 0,
  isReadOnly: true,
  ...worded({
    input: ({ name, since, limit }) => ({ name, since, limit }),
    find: ({ store, options }) => readLog(store, options),
    word: (found: Log, { limit }) => ({ text: describe(found, limit === undefined), json: found.changes }),
  }),
};

function describe({ changes, damaged, isCut }: Log, isAny: boolean): string {
  const table = changes.length > 0 ? renderTable([HEAD, ...changes.map(rowOf)]) : 'No change in this selection.';
  const more = isCut && isAny ? [`The latest ${LISTED}; for more, give --limit or --since.`] : [];
  return [table, ...more, ...damaged.map(describeEntry)].join('\n');
}

function rowOf(change: ListedChange): string[] {
  const { seq, at, who, command, revoked, why, parts } = change;
  const lines = (line: (part: ListedChange['parts'][number]) => string | undefined) =>
    parts.map((part) => line(part) ?? '').join('\n');
  const what =
    parts.length > 0
      ? lines(({ name }) => `${command} ${name}${revoked ? `@${revoked}` : ''}${marksOf(change, name)}`)
      : command;
  return [String(seq), at, who, what, lines(({ from }) => from), lines(({ to }) => to), why];
}

/** A hold and its end are marked where they are not the command itself. */
function marksOf({ command, held, resumed = [], unchecked, accepted }: ListedChange, name: string): string {
  const marks = [
    ...(command !== 'hold' && held?.parts.includes(name) ? ['held'] : []),
    ...(command !== 'resume' && resumed.includes(name) ? ['resumed'] : []),
    ...(unchecked ? ['unchecked'] : []),
    ...(accepted ? [`accepted ${accepted.join(', ')}`] : []),
  ];
  return marks.length > 0 ? ` (${marks.join('; ')})` : '';
}
