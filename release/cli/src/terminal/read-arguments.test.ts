import { activate } from '../commands/activate';
import { FLAGS } from '../commands/flags';
import { grant } from '../commands/grant';
import { rollback } from '../commands/rollback';
import { status } from '../commands/status';
import { describeAll, describeOne } from './help';
import { readArguments } from './read-arguments';

const ALL = { activate, rollback, status, grant };
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

test('--to names a site, a release, or both', () => {
  expect(read('rollback', 'booking')).toMatchObject({ site: undefined, to: undefined });
  expect(read('rollback', 'booking', '--to', SITE)).toMatchObject({ site: SITE, to: undefined });
  expect(read('rollback', 'booking', '--to', '1.0.0-a')).toMatchObject({ site: undefined, to: '1.0.0-a' });
  const both = { site: SITE, to: '1.0.0-a' };
  expect(read('rollback', 'booking', '--to', '1.0.0-a', '--to', SITE)).toMatchObject(both);
  expect(read('rollback', 'booking', '--to', SITE, '--to', '1.0.0-a')).toMatchObject(both);
  expect(read('grant', 'booking', '--to', 'équipe réservation')).toMatchObject({ to: 'équipe réservation' });
});

test.each([
  [[], 'Name a command: activate, rollback, status, grant. "npx pnpm release --help" explains them.'],
  [['--json'], 'Name a command: activate, rollback, status, grant. "npx pnpm release --help" explains them.'],
  [
    ['activte', 'booking@1.0.0-a'],
    'There is no command "activte". Did you mean activate? "npx pnpm release --help" lists all.',
  ],
  [['Status'], 'There is no command "Status". Did you mean status? "npx pnpm release --help" lists all.'],
  [['deploy'], 'There is no command "deploy". "npx pnpm release --help" lists all.'],
  [['__proto__'], 'There is no command "__proto__". "npx pnpm release --help" lists all.'],
  [['activate'], 'Usage: npx pnpm release activate <name>@<id>… [--accept <name>] [--unchecked]'],
  [['status', 'booking'], 'Usage: npx pnpm release status'],
  [['status', '--verbose'], 'Unknown option \'--verbose\': "npx pnpm release --help" lists all flags.'],
  [['status', '--why'], 'Option \'--why <value>\' argument missing: "npx pnpm release --help" lists all flags.'],
  [['status', '--unchecked'], 'status takes no --unchecked: "npx pnpm release status --help" lists its flags.'],
  [['activate', 'a@1', '--from', '1'], 'activate takes no --from: "npx pnpm release activate --help" lists its flags.'],
  [['status', '--why', 'a', '--why', 'b'], '--why is given twice: give it once.'],
  [['rollback', 'booking', '--to', SITE, '--to', 'http://localhost'], '--to names 2 sites: name one.'],
  [
    ['rollback', 'booking', '--to', '1.0.0-a', '--to', '1.0.0-b'],
    '--to is given as "1.0.0-a" and "1.0.0-b": give one.',
  ],
  [
    ['status', '--to', 'www.example.fr'],
    '--to is "www.example.fr": write the address of a site, as in https://www.example.fr.',
  ],
])('"%s" is refused in one sentence', (args, sentence) => {
  expect(refusalOf(args)).toBe(sentence);
});

test('help explains every command and every flag, and the help of one command its own flags', () => {
  expect([read('--help'), read('help')]).toEqual([null, null]);
  const all = describeAll(Object.values(ALL));
  for (const { usage, description } of Object.values(ALL))
    expect(all.replaceAll(/ +/g, ' ')).toContain(`${usage} ${description}`);
  for (const [flag, { description }] of Object.entries(FLAGS)) {
    expect(all).toMatch(new RegExp(`^  --${flag}( |$)`, 'm'));
    expect(all).toContain(description);
  }
  expect(read('activate', '--help')?.values.help).toBe(true);
  const one = describeOne(activate);
  for (const flag of ['--retire <path>', '--redirect <path>', '--unchecked', '--to <address>', '--dry-run']) {
    expect(one).toContain(`\n  ${flag} `);
  }
  expect(one).not.toContain('--keep');
});
