import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { init } from 'es-module-lexer';
import { withFileEndings } from './file-endings';

// Builds the package in the working folder into `dist`, as ES modules with their types. `pnpm pack` runs it.
// Arguments: files that the compiler does not emit and that the package reads by path.
const files = process.argv.slice(2);
const dist = join(process.cwd(), 'dist');
const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

await init;
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: ['ignore', 2, 2] });
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = join(dist, name);
  if (/\.(js|d\.ts)$/.test(name)) writeFileSync(file, withFileEndings(file, readFileSync(file, 'utf8')));
}
for (const file of files) {
  mkdirSync(dirname(join(dist, file)), { recursive: true });
  copyFileSync(file, join(dist, file));
}
