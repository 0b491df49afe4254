import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { COMMANDS } from '../commands/all-commands';
import { describeAll, describeOne } from './help';
import { COMMON_FLAGS, readArguments, runTyped } from './run-typed';

describe('read arguments', () => {
  const SITE = 'https://www.example.fr';
  const read = (...args: string[]) => readArguments(args);

  function refusalOf(args: readonly string[]): string {
    try {
      return `no refusal of ${JSON.stringify(read(...args)?.words)}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  test('a command gets its words, and flags may be anywhere', () => {
    const typed = read('--why', 'faster', 'activate', 'booking@1.0.0-a', '--', 'legal@1.0.0-b', '--dry-run');
    expect(typed?.name).toBe('activate');
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
    [[], `Name a command: ${Object.keys(COMMANDS).join(', ')}. "npx pnpm release --help" explains them.`],
    [['activte', 'booking@1.0.0-a'], 'There is no command "activte". "npx pnpm release --help" lists all.'],
    [['__proto__'], 'There is no command "__proto__". "npx pnpm release --help" lists all.'],
    [
      ['activate'],
      'activate lacks its <name>@<id>…: Usage: npx pnpm release activate <name>@<id>… [--accept <name>] [--resume] [--unchecked] [--watch <days>d | --no-watch]',
    ],
    [['status', 'booking'], 'status takes no "booking": Usage: npx pnpm release status'],
    [['status', '--verbose'], 'Unknown option \'--verbose\'. "npx pnpm release status --help" lists its flags.'],
    [['mirror', '--site', SITE], 'Unknown option \'--site\'. "npx pnpm release mirror --help" lists its flags.'],
  ])('"%s" is refused in one sentence', (args, sentence) => {
    expect(refusalOf(args)).toBe(sentence);
  });

  test('a command of the site’s machine names those for another site, among them what runs here and sends to it', async () => {
    await expect(runTyped(['verify', '--site', SITE], root)).rejects.toThrow(
      /machine only: from elsewhere run publish, activate, .*promote, status, .*visit, .*log\.$/,
    );
  });

  test('help explains every command and the common flags, and the help of one command its own flags', () => {
    expect([read('--help'), read('help')]).toEqual([null, null]);
    const all = describeAll();
    const words = all.replaceAll(/\s+/g, ' ');
    for (const [name, { usage, description }] of Object.entries(COMMANDS)) {
      expect(words).toContain(`${`${name} ${usage}`.trimEnd()} ${description}`);
    }
    // Usages are longer: a terminal breaks them where it likes.
    expect(all.split('\n').filter((line) => line.startsWith('   ') && line.length > 80)).toEqual([]);
    const helps = Object.entries(COMMANDS).map(([name, { flags = {} }]) => [describeOne(name), flags] as const);
    for (const [text, flags] of [[all, COMMON_FLAGS] as const, ...helps]) {
      for (const [flag, { description }] of Object.entries(flags)) {
        expect(text).toMatch(new RegExp(`^  --${flag}( |$)`, 'm'));
        expect(text.replaceAll(/\s+/g, ' ')).toContain(description);
      }
    }
    expect(read('activate', '--help')?.values.help).toBe(true);
    const takers = Object.keys(COMMANDS).filter((name) => describeOne(name).includes('--site <address>  '));
    expect(takers).toEqual(
      Object.keys(COMMANDS).filter((name) => /^(site|this-machine)$/.test(COMMANDS[name]?.runsOn ?? '')),
    );
  });
});

describe('documented commands', () => {
  const documents = [
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
    ...['README.md', 'CONTRIBUTING.md', 'release/README.md'],
  ].filter((name) => name.endsWith('.md'));

  const BLOCK = /^ *```sh\n([\s\S]*?)^ *```/gm;
  const RELEASE = /^(?:\S+=\S+ )*(?:sudo )?(?:npx pnpm |site |(?:node_modules\/)?\.bin\/)release ([a-z].*)$/;

  /** The words of the shell, without quotes. Comments, redirections and the end of a loop are no words. */
  const wordsOf = (command: string) =>
    [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));

  /** `<id>` stands for a word; a comment begins after a space. */
  const commandsIn = (text: string) =>
    text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '').replaceAll(/<([^<>\s]+)>/g, '$1'))
      .flatMap((line) => line.split(/&&|\|\||[;|]|\bdo\b|\b(?:if|then|while)\b/))
      .map((command) => RELEASE.exec(command.trim())?.[1])
      .filter((typed) => typed !== undefined)
      .map((typed) => wordsOf(typed.replace(/\s\d?>.*$/, '')));

  const refusalOf = (words: readonly string[]) => {
    try {
      readArguments(words);
      return [];
    } catch (error) {
      return [`${words.join(' ')}: ${(error as Error).message}`];
    }
  };

  test('the release command accepts every command line of the documents', () => {
    const blocks = documents.flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(BLOCK)]);
    const commands = blocks.flatMap(([, block = '']) => commandsIn(block));
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.flatMap(refusalOf)).toEqual([]);
  });

  test('in the prose, each command exists and takes the flags that it is named with', () => {
    const texts = documents.map((name) => readFileSync(join(root, name), 'utf8').replaceAll(BLOCK, ''));
    const spans = texts.flatMap((text) => [...text.matchAll(/`((?:npx pnpm |(?:sudo )?site )?release [a-z][^`]*)`/g)]);
    const commands = spans.flatMap(([, span = '']) =>
      commandsIn(span.replaceAll(/\s+/g, ' ').replace(/^release /, 'site release ')),
    );
    expect(commands.length).toBeGreaterThan(30);
    // A sentence may leave out what a command is given.
    expect(commands.flatMap(refusalOf).filter((refusal) => !refusal.includes(': Usage: '))).toEqual([]);
  });

  const teaching = ['release/core', 'release/server', 'release/cli', 'release/dev', 'backend'];
  const sources = teaching
    .flatMap((name) =>
      readdirSync(join(root, name, 'src'), { recursive: true }).map((file) => join(root, name, 'src', `${file}`)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  /** Each line of a source that is no comment, with a word for each value that the program fills in. */
  const lines = sources.flatMap((file) => {
    const code = readFileSync(file, 'utf8').split('\n');
    return code.filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line)).map((line) => filled(line.replaceAll('…', 'word')));
  });

  function filled(line: string): string {
    const shorter = line.replaceAll(/\$\{[^{}]*\}|\{[^${}]*\}/g, 'word');
    return shorter === line ? line : filled(shorter);
  }

  test('the release command accepts every command that a message teaches', () => {
    const taught = lines.flatMap((line) => [...line.matchAll(/npx pnpm (release (?!word)[a-z][^"`';]*)/g)]);
    const commands = taught.flatMap(([, typed = '']) => commandsIn(`site ${typed}`));
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.flatMap(refusalOf)).toEqual([]);
  });
});

test('the help lists the exit codes', () => {
  expect(describeAll()).toMatch(/Exit codes\n {2}0 +done.*\n {2}1 +refused.*\n {2}3 +the part is held/);
});
