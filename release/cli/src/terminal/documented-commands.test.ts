import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { COMMANDS } from '../commands/all-commands';
import { COMMON_FLAGS, readArguments } from './read-arguments';

const documents = [
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
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
    readArguments(COMMANDS, words);
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

const teaching = ['release/core', 'release/server', 'release/cli', 'release/dev', 'backend', 'inbox'];
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

test('every message writes a command as it is typed', () => {
  const names = Object.keys(COMMANDS).join('|');
  const bare = new RegExp(`(?<!npx )\\bpnpm release\\b|["(]release (?:${names})\\b|"(?:${names}) [^"]+"`);
  expect(lines.filter((line) => bare.test(line))).toEqual([]);
});

test('a message that names a command and a flag in one clause names a flag of this command', () => {
  const clause = new RegExp(
    `(?<!git |[-\\w])(${Object.keys(COMMANDS).join('|')})\\b[^.:;"'\`]*? --([a-z][a-z-]*)`,
    'g',
  );
  const named = lines.flatMap((line) => [...line.matchAll(clause)]);
  expect(named.length).toBeGreaterThan(10);
  const foreign = named.filter(([, name = '', flag = '']) => {
    const command = COMMANDS[name]?.();
    return command && !Object.hasOwn({ ...COMMON_FLAGS, ...command.flags }, flag);
  });
  expect(foreign.map(([text]) => text)).toEqual([]);
});
