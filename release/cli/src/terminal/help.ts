import { type Command, nameOf } from '../commands/command';
import { COMMON_FLAGS, FLAGS, OWN_FLAGS } from '../commands/flags';

type Flag = keyof typeof FLAGS;

export function describeAll(commands: readonly Command[]): string {
  const own = names(OWN_FLAGS).map((flag) => {
    const takers = commands.filter(({ flags = [] }) => flags.includes(flag)).map(nameOf);
    return [written(flag), `${takers.join(', ')}: ${FLAGS[flag].description}`] as const;
  });
  return [
    'Usage: npx pnpm release <command> [--to <address>] [--dry-run] [--json] [--why "…"] [--as "…"]',
    ...columns(commands.map(({ usage, description }) => [usage, description])),
    'Flags of every command',
    ...columns(names(COMMON_FLAGS).map((flag) => [written(flag), FLAGS[flag].description])),
    'Flags of single commands',
    ...columns(own),
  ].join('\n');
}

export function describeOne({ usage, description, flags = [] }: Command): string {
  const all = [...new Set<Flag>([...flags, ...names(COMMON_FLAGS)])];
  return [
    `Usage: npx pnpm release ${usage}`,
    `It ${description}.`,
    ...columns(all.map((flag) => [written(flag), FLAGS[flag].description])),
  ].join('\n');
}

const names = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & Flag)[];

function written(flag: Flag): string {
  const described = FLAGS[flag];
  return 'value' in described ? `--${flag} ${described.value}` : `--${flag}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
