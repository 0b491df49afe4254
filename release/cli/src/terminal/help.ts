import { type Command, type Flag, type Flags, nameOf } from '../commands/command';
import { COMMON_FLAGS } from './read-arguments';

const EXIT_CODES = {
  0: 'done, or nothing was to be done',
  1: 'refused, or damage was found; the message says why',
  3: 'the part is held, and nothing was activated ("release hold --help")',
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

function columns(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
