import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runInbox } from '../src/commands/inbox/run-inbox';
import { runCommand } from './support/programs';

const root = join(__dirname, '../..');
const BLOCK = /^ *```sh\n([\s\S]*?)^ *```/gm;
const OWNERS = /^(?:sudo )?(?:npx pnpm |site )(inbox|site-owner)((?: [^\s].*)?)$/;
/** The commands in the folder of a site that was never started. */
const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: '' };
const NO_DATABASE = /^There is no database yet /;

interface Command {
  readonly name: string;
  readonly words: readonly string[];
}

/**
 * Whole lines, and code that is written to be typed as root. `<…>` or an address stands for a word; a comment begins
 * after a space.
 */
function commandsIn(text: string): readonly Command[] {
  const lines = [...text.matchAll(BLOCK)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...text.replaceAll(BLOCK, '').matchAll(/`(sudo site [^`]*)`/g)].map(([, span = '']) => span);
  return (
    [...lines, ...spans.map((span) => span.replaceAll(/\s+/g, ' '))]
      // Brackets are the notation of a usage.
      .filter((line) => !line.includes('['))
      .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|[|;]/))
      .map((line) => OWNERS.exec(line.replaceAll(/<[^<>]+>|\S+@\S+/g, 'word').trim()))
      .flatMap((found) => (found ? [{ name: found[1] ?? '', words: wordsOf(found[2] ?? '') }] : []))
  );
}

const wordsOf = (text: string) => [...text.matchAll(/(?:"[^"]*"|\S)+/g)].map(([word]) => word.replaceAll('"', ''));

const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const commands = documents.flatMap((name) => commandsIn(readFileSync(join(root, 'docs', name), 'utf8')));
const distinct = (name: string) => {
  const typed = commands.filter((command) => command.name === name).map(({ words }) => words.join('\n'));
  return [...new Set(typed)].map((words) => words.split('\n').filter(Boolean));
};

test('the inbox accepts every command line of the documents', async () => {
  expect(distinct('inbox').length).toBeGreaterThan(6);
  for (const words of distinct('inbox')) {
    const error = await runInbox(words, { env, width: 100 }).catch((refusal: Error) => refusal.message);
    expect([words, error]).toEqual([words, expect.stringMatching(NO_DATABASE)]);
  }
});

test('the commands about owners accept every command line of the documents', async () => {
  expect(distinct('site-owner').length).toBeGreaterThan(3);
  for (const words of distinct('site-owner')) {
    const { stderr } = await runCommand('owner', env, ...words);
    expect([words, stderr]).toEqual([words, expect.stringMatching(NO_DATABASE)]);
  }
});
