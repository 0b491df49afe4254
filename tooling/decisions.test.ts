import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listRepositoryFiles } from './repository-files';

const root = join(__dirname, '..');
const FOLDER = join(root, 'docs/decisions');

const decisions = readdirSync(FOLDER).filter((name) => /^\d{3}-/.test(name));
const numbers = new Set(decisions.map((name) => name.slice(0, 3)));
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

test('each decision has its number, a date and a status', () => {
  const heading = /^# (\d{3}) – .+\n\nDate: \d{4}-\d{2}-\d{2} · Status: \S/;
  const unlike = decisions.filter((name) => heading.exec(read(name))?.[1] !== name.slice(0, 3));
  expect(unlike).toEqual([]);
});

test('the index lists each decision once, with its title and its date', () => {
  const rows = read('README.md').split('\n');
  const missing = decisions.filter((name) => {
    const [, title = '', date = ''] = /^# \d{3} – (.+)\n\nDate: (\S+)/.exec(read(name)) ?? [];
    return rows.filter((row) => [`(${name})`, title, date].every((text) => row.includes(text))).length !== 1;
  });
  expect(missing).toEqual([]);
});

test('each decision that a source or a document names by its number exists', () => {
  const sources = listRepositoryFiles(root).filter((file) => /\.([cm]?[jt]sx?|md|sql|ya?ml)$/.test(file));
  const unknown = sources.flatMap((file) => {
    const named = readFileSync(file, 'utf8').matchAll(/\bdecisions?[/\s]+(\d{3})\b/gi);
    return [...named]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([text]) => `${relative(root, file)}: ${text}`);
  });
  expect(unknown).toEqual([]);
});
