import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { compiledFile } from './compiled-file.cjs';

const root = join(__dirname, '..');
const run = (program: string, folder: string) =>
  execFileSync(process.execPath, ['tooling/run.cjs', program, 'word'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, COMPILED_PROGRAMS: folder },
  });

test('a program runs as it was compiled for this checkout, and from its sources otherwise', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'program.ts');
  writeFileSync(program, 'console.log("sources", process.argv[2]);');
  expect(run(program, '')).toBe('sources word\n');
  const compiled = compiledFile(folder, program);
  mkdirSync(dirname(compiled), { recursive: true });
  writeFileSync(compiled, 'console.log("compiled", process.argv[2]);');
  expect(run(program, folder)).toBe('compiled word\n');
  expect(run(program, join(folder, 'other'))).toBe('sources word\n');
});
