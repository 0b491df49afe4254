import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGE } from './program';

const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const DECLARATION = /\.d\.ts$/;
const ASSETS = join(import.meta.dirname, '../assets.d.ts');

const OPTIONS = {
  ...{ ...LANGUAGE, lib: ['ES2023', 'DOM', 'DOM.Iterable'], rootDir: '/', noCheck: true },
  ...{ declaration: true, emitDeclarationOnly: true, removeComments: true, stripInternal: false },
};

/**
 * Returns the declarations of these source files and of their imports outside `node_modules`, by the path of the source
 * without its ending. The compiler runs as a program, because its JavaScript API
 * writes no declarations.
 */
export async function emitDeclarations(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // Installed packages contain their declarations.
  if (files.length === 0) return new Map();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'declarations-')));
  try {
    const project = join(folder, 'tsconfig.json');
    const outDir = join(folder, 'out');
    await writeFile(project, JSON.stringify({ compilerOptions: { ...OPTIONS, outDir }, files: [...files, ASSETS] }));
    await promisify(execFile)(process.execPath, [COMPILER, '-p', project]).catch((cause: { stdout?: string }) => {
      throw new Error(`The compiler could not write the declarations of ${files.join(', ')}:\n${cause.stdout}`, {
        cause,
      });
    });
    const written = (await readdir(outDir, { recursive: true })).filter((file) => DECLARATION.test(file));
    const read = async (file: string): Promise<[string, string]> => [
      `/${file.replace(DECLARATION, '')}`,
      await readFile(join(outDir, file), 'utf8'),
    ];
    return new Map(await Promise.all(written.map(read)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
