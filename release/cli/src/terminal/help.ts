import type { Flag, Flags } from '@site/release-core/command-row';
import { wrap } from '@site/terminal/output';
import { COMMANDS } from '../commands/all-commands';
import { COMMON_FLAGS, flagsOf, requireCommand } from './run-typed';

const EXIT_CODES = {
  0: 'done, or nothing was to be done',
  1: 'refused, or damage was found; the message says why',
  3: 'the part is held, and nothing was activated ("npx pnpm release hold --help")',
};

export function describeAll(): string {
  return [
    'Usage: npx pnpm release <command> [--site <address>] [--dry-run] [--json] [--why "…"] [--as "…"]',
    ...columns(Object.entries(COMMANDS).map(([name, { usage, description }]) => [typed(name, usage), description])),
    'Flags of every command',
    ...columns(rowsOf(COMMON_FLAGS)),
    'Flags of one command: npx pnpm release <command> --help',
    'Exit codes',
    ...columns(Object.entries(EXIT_CODES)),
  ].join('\n');
}

export function describeOne(name: string): string {
  const command = requireCommand(name);
  const { usage, description } = command;
  return [
    `Usage: npx pnpm release ${typed(name, usage)}`,
    `It ${description}.`,
    ...columns(rowsOf(flagsOf(command))),
  ].join('\n');
}

const typed = (name: string, usage: string) => `${name} ${usage}`.trimEnd();

type Row = readonly [string, string];

const rowsOf = (flags: Flags): readonly Row[] =>
  Object.entries(flags).map(([name, flag]) => [written(name, flag), flag.description]);

const written = (name: string, { value }: Flag) => (value ? `--${name} ${value}` : `--${name}`);

const COLUMNS = 80;
const INDENT = ' '.repeat(22);

function columns(rows: readonly Row[]): string[] {
  return rows.flatMap(([written, meaning]) => {
    const [first = '', ...more] = wrap(meaning, COLUMNS - INDENT.length).map((line) => INDENT + line);
    const start = `  ${written}`;
    if (start.length + 2 > INDENT.length) return [start, first, ...more];
    return [start + first.slice(start.length), ...more];
  });
}
