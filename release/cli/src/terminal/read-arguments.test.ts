import type { Command } from '../command/command';
import { activate } from '../commands/activate';
import { copy } from '../commands/copy';
import { grant } from '../commands/grant';
import { rollback } from '../commands/rollback';
import { status } from '../commands/status';
import { describeAll, describeOne } from './help';
import { COMMON_FLAGS, readArguments } from './read-arguments';

const ALL: Readonly<Record<string, Command>> = { activate, rollback, status, grant, copy };
const COMMANDS = Object.fromEntries(Object.entries(ALL).map(([name, command]) => [name, () => command]));
const SITE = 'https://www.example.fr';
const read = (...args: string[]) => readArguments(COMMANDS, args);

function refusalOf(args: readonly string[]): string {
  try {
    return `no refusal of ${JSON.stringify(read(...args)?.words)}`;
  } catch (error) {
    return (error as Error).message;
  }
}

test('a command gets its words, and flags may be anywhere', () => {
  const typed = read('--why', 'faster', 'activate', 'booking@1.0.0-a', '--', 'legal@1.0.0-b', '--dry-run');
  expect(typed?.command).toBe(activate);
  expect(typed?.words).toEqual(['booking@1.0.0-a', 'legal@1.0.0-b']);
  expect(typed?.values).toMatchObject({ why: 'faster', 'dry-run': true });
});

test('--site names the site, and --to what one goes back to', () => {
  expect(read('rollback', 'booking')?.values).toMatchObject({ site: undefined, to: undefined });
  const typed = read('rollback', 'booking', '--to', '1.0.0-a', '--site', SITE);
  expect(typed?.values).toMatchObject({ site: SITE, to: '1.0.0-a', json: false });
});

test('what was not given of the own flags is false, empty or undefined', () => {
  expect(read('activate', 'a@1')?.values).toMatchObject({ accept: [], unchecked: false, why: undefined });
});

test.each([
  [[], 'Name a command: activate, rollback, status, grant, copy. "npx pnpm release --help" explains them.'],
  [
    ['activte', 'booking@1.0.0-a'],
    'There is no command "activte". Did you mean activate? "npx pnpm release --help" lists all.',
  ],
  [['__proto__'], 'There is no command "__proto__". "npx pnpm release --help" lists all.'],
  [
    ['activate'],
    'activate lacks its <name>@<id>…: Usage: npx pnpm release activate <name>@<id>… [--accept <name>] [--resume] [--unchecked] [--watch 7d | --no-watch]',
  ],
  [['status', 'booking'], 'status takes no "booking": Usage: npx pnpm release status'],
  [['status', '--verbose'], 'status takes no --verbose: "npx pnpm release status --help" lists its flags.'],
  [['status', '--why'], 'Option \'--why <value>\' argument missing: "npx pnpm release --help" lists all flags.'],
  [['activate', 'a@1', '--from', '1'], 'activate takes no --from: "npx pnpm release activate --help" lists its flags.'],
  [['status', '--why', 'a', '--why', 'b'], '--why is given twice: give it once.'],
  [['rollback', 'booking', '--to', '1.0.0-a', '--to', '1.0.0-b'], '--to is given twice: give it once.'],
  [['rollback', 'booking', '--to', SITE], `--to is a release to go back to: name the site with --site ${SITE}.`],
  [['grant', 'booking', '--to', 'réservation'], '--to is a release to go back to: name the team with --team.'],
  [['copy', '--site', SITE], 'copy takes no --site: "npx pnpm release copy --help" lists its flags.'],
])('"%s" is refused in one sentence', (args, sentence) => {
  expect(refusalOf(args)).toBe(sentence);
});

test('help explains every command and every flag, and the help of one command its own flags', () => {
  expect([read('--help'), read('help')]).toEqual([null, null]);
  const all = describeAll(Object.values(ALL));
  const words = all.replaceAll(/\s+/g, ' ');
  for (const { usage, description } of Object.values(ALL)) expect(words).toContain(`${usage} ${description}`);
  // Usages are longer: a terminal breaks them where it likes.
  expect(all.split('\n').filter((line) => line.startsWith('   ') && line.length > 80)).toEqual([]);
  const flags = [COMMON_FLAGS, ...Object.values(ALL).map((command) => command.flags ?? {})];
  for (const [flag, { description }] of flags.flatMap((own) => Object.entries(own))) {
    expect(all).toMatch(new RegExp(`^  --${flag}( |$)`, 'm'));
    expect(words).toContain(description);
  }
  expect(read('activate', '--help')?.values.help).toBe(true);
  const activation = describeOne(activate);
  for (const flag of ['--retire <path>', '--redirect <path>', '--unchecked', '--site <address>', '--dry-run']) {
    expect(activation).toContain(`\n  ${flag} `);
  }
  expect(activation).not.toContain('--keep');
});
