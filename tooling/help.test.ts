import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from './commands.json';

const root = join(__dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** Its own help lists its commands. */
const WITH_OWN_HELP = ['release'];

function run(name: string, program: string, ...words: readonly string[]) {
  const env = { ...process.env, npm_lifecycle_event: name };
  const { status, stdout } = spawnSync(process.execPath, [join(__dirname, program), ...words], {
    env,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

test('every command of the root has a help, and stands in docs/commands.md', () => {
  expect(Object.keys(commands).sort()).toEqual(
    Object.keys(scripts)
      .filter((name) => !WITH_OWN_HELP.includes(name))
      .sort(),
  );
  const document = readFileSync(join(root, 'docs/commands.md'), 'utf8');
  expect(Object.keys(scripts).filter((name) => !new RegExp(`npx pnpm ${name}[\\s\`]`).test(document))).toEqual([]);
});

test('help is printed before anything is installed or started', () => {
  const { status, lines } = run('backup', 'install-and-run.cjs', 'backend/bin/absent.ts', '--help');
  expect([status, lines[0]]).toEqual([0, 'Usage: npx pnpm backup <new folder>']);
  expect(run('check', 'run-script.cjs', 'exit 3', '--help')).toEqual({
    status: 0,
    lines: ['Usage: npx pnpm check', commands.check.does],
  });
});

test('a script of several commands ends as its last one, which gets the arguments as they are', () => {
  expect(run('check', 'run-script.cjs', 'true && exit 3').status).toBe(3);
  const given = ['-t', 'two words', "it's"];
  const printed = run('unit', 'run-script.cjs', `node -p "process.argv.slice(1).join()"`, '--', ...given);
  expect(printed).toEqual({ status: 0, lines: [given.join()] });
});
