import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { readAuthor } from './author';

let root: string;
const { GIT_AUTHOR_NAME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = process.env;

beforeEach(() => {
  root = temporaryFolder();
  delete process.env.GIT_AUTHOR_NAME;
  process.env.GIT_CONFIG_GLOBAL = '/dev/null';
  process.env.GIT_CONFIG_SYSTEM = '/dev/null';
  execFileSync('git', ['init', '--quiet'], { cwd: root });
});
afterEach(() => {
  for (const [name, value] of Object.entries({ GIT_AUTHOR_NAME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

const configure = (name: string) => execFileSync('git', ['config', 'user.name', name], { cwd: root });

test('the choice of a name for the log falls back to the machine’s user when git has no name', async () => {
  expect(await readAuthor(undefined, root)).toBe(userInfo().username);
});

test('the choice of a name for the log prefers --as to git’s author, git’s author to git’s user, and git’s user to the machine’s user', async () => {
  configure('Léa Petit');
  expect(await readAuthor(undefined, root)).toBe('Léa Petit');
  process.env.GIT_AUTHOR_NAME = 'Omar Diallo';
  expect(await readAuthor(undefined, root)).toBe('Omar Diallo');
  expect(await readAuthor(' Camille Martin ', root)).toBe('Camille Martin');
});

test.each(['', '  ', 'two\nlines', '\u001b[2J', 'x'.repeat(101)])(
  'the choice of a name for the log refuses --as %j',
  async (as) => {
    await expect(readAuthor(as, root)).rejects.toThrow(
      '--as is one line of at most 100 characters, without control characters.',
    );
  },
);

test.each(['\u001b[2J', 'x'.repeat(101), 'Guard'])(
  'the choice of a name for the log ignores a name of git that would break the log, or pass as the site: %j',
  async (name) => {
    configure('Léa Petit');
    process.env.GIT_AUTHOR_NAME = name;
    expect(await readAuthor(undefined, root)).toBe('Léa Petit');
  },
);
