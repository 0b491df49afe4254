import { type Command, type Flag, type Flags, nameOf } from '../command/command';
import { COMMON_FLAGS } from './run-typed';

const EXIT_CODES = {
  0: 'done, or nothing was to be done',
  1: 'refused, or damage was found; the message says why',
  3: 'the part is held, and nothing was activated ("npx pnpm release hold --help")',
};

export function describeAll(commands: readonly Command[]): string {
  return [
    'Usage: npx pnpm release <command> [--site <address>] [--dry-run] [--json] [--why "…"] [--as "…"]',
    ...columns(commands.map(({ usage, description }) => [usage, description])),
    'Flags of every command',
    ...columns(rowsOf(COMMON_FLAGS)),
    'Flags of single commands',
    ...columns(ownRows(commands)),
    'Exit codes',
    ...columns(Object.entries(EXIT_CODES)),
  ].join('\n');
}

export function describeOne({ usage, description, flags = {}, jsonKeys }: Command): string {
  return [
    `Usage: npx pnpm release ${usage}`,
    `It ${description}.`,
    ...(jsonKeys ? [`With --json, it answers an object with ${jsonKeys.join(', ')}.`] : []),
    ...columns(rowsOf({ ...flags, ...COMMON_FLAGS })),
  ].join('\n');
}

/** One row for each meaning of a flag, with the commands that take it. */
function ownRows(commands: readonly Command[]): readonly Row[] {
  const rows = commands.flatMap((command) =>
    rowsOf(command.flags ?? {}).map(([flag, description]) => ({ name: nameOf(command), flag, description })),
  );
  const meanings = [...new Set(rows.map(({ flag, description }) => `${flag}\n${description}`))];
  return meanings.map((meaning): Row => {
    const [flag = '', description = ''] = meaning.split('\n');
    const takers = rows.filter((row) => row.flag === flag && row.description === description).map(({ name }) => name);
    return [flag, `${takers.join(', ')}: ${description}`];
  });
}

type Row = readonly [string, string];

const rowsOf = (flags: Flags): readonly Row[] =>
  Object.entries(flags).map(([name, flag]) => [written(name, flag), flag.description]);

const written = (name: string, { value }: Flag) => (value ? `--${name} ${value}` : `--${name}`);

const COLUMNS = 80;
const INDENT = ' '.repeat(22);

/** The meaning beside what is short, and below what is long. */
function columns(rows: readonly Row[]): string[] {
  return rows.flatMap(([written, meaning]) => {
    const [first = '', ...more] = wrap(meaning, COLUMNS - INDENT.length).map((line) => INDENT + line);
    const start = `  ${written}`;
    if (start.length + 2 > INDENT.length) return [start, first, ...more];
    return [start + first.slice(start.length), ...more];
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart();
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
