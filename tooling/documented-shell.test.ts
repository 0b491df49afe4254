import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listRepositoryFiles } from './repository-files';

const root = join(__dirname, '..');
const BLOCK = /^( *)```sh\n([\s\S]*?)^ *```/gm;

/** `<id>` and `…` stand for what the reader types. */
const typedIn = (text: string) =>
  [...text.matchAll(BLOCK)].map(([, , block = '']) => block.replaceAll(/<[^<>\n]+>|\[[^\]\n]*…?\]/g, 'typed'));

const complaintAbout = (script: string) => spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr;

test('the shell can parse every block of commands in the documents', () => {
  const documents = listRepositoryFiles(root).filter((file) => file.endsWith('.md'));
  const complaints = documents.flatMap((file) => {
    const complaint = complaintAbout(typedIn(readFileSync(file, 'utf8')).join('\n'));
    return complaint ? [`${relative(root, file)}: ${complaint}`] : [];
  });
  expect(complaints).toEqual([]);
  expect(complaintAbout('if true; then')).not.toBe('');
});
