import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';

const root = join(__dirname, '..');
const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));

/** A request as the owner reads it. */
const REQUESTS = /^@site\/supabase\/requests(-csv)?$/;
const TERMINAL = /^@site\/terminal\//;

/** The workspace modules that each package may import besides the contract. `biome.json` restricts third parties. */
const MAY_IMPORT: Record<string, readonly RegExp[]> = {
  contract: [],
  shell: [/^@site\/shared-ui(\/server|\/steps|\/testing)?$/],
  ...Object.fromEntries(
    remotes.map((name) => [
      name,
      [/^@site\/shared-ui(\/form|\/testing)?$/, /^@site\/forms\//, ...(name === 'remote-owner' ? [REQUESTS] : [])],
    ]),
  ),
  // Its own main entry, for the modules that remotes bundle.
  'shared-ui': [/^@site\/shared-ui$/],
  // The types of the tables that forms write.
  forms: [/^@site\/supabase\/types$/, /^@site\/shared-ui(\/form|\/testing)?$/],
  // Starts the backend and the inbox as processes, and the backend again when it ends; reads TRUST_PROXY, client
  // addresses and disks as the backend does, and prints incidents. Its tests fill a small disk, find files that others
  // may read, sign owners in, and run servers on one PostgreSQL. It finds a browser as the tests do, and sources as the
  // bundler does. The templates of a new remote import shared-ui.
  ...Object.fromEntries(
    ['core', 'server', 'cli', 'dev'].map((name) => [
      `release/${name}`,
      [
        TERMINAL,
        /^@site\/(release-core|server|release)\//,
        /^@site\/backend\/(client-address|disks|incident-report|keep-running|options)$/,
        /^@site\/backend\/tests\/support\/(backend|growth|long-tier|open-files|owner-session|postgres-cluster|small-disk|where-possible)$/,
        /^@site\/tooling\/(chromium|load-typescript|source-root)$/,
        /^@site\/shared-ui(\/testing)?$/,
      ],
    ]),
  ),
  supabase: [],
  // Programs share it; it imports nothing.
  terminal: [],
  // Claims, composes and sends mails with the code of the Edge Function; its tests also call the function's handler,
  // and install what only they run.
  backend: [
    TERMINAL,
    /^@site\/supabase\/(types|requests|functions\/_shared\/[\w/-]+)$/,
    /^@site\/supabase\/functions\/notify-owner\/handler$/,
    /^@site\/tooling\/install-tool$/,
  ],
  // Its tests start backends.
  inbox: [
    TERMINAL,
    REQUESTS,
    /^@site\/backend\/[\w-]+$/,
    /^@site\/backend\/tests\/support\//,
    /^@site\/supabase\/functions\/_shared\//,
  ],
  // Compares the forms' rules, and the data that the owner's space reads, with the database.
  'contract-tests': [
    /^@site\/forms\/texts$/,
    /^@site\/remote-(booking|contact)\/src\/(api|dates|form)\//,
    /^@site\/remote-owner\/src\/api\/(wire|owner-functions)$/,
    /^@site\/backend\/(calls|tests\/support\/(backend|owner-calls|rows))$/,
  ],
  // Reads the requests as the owner does, copies the releases of the test run, deploys to the release tests' bucket,
  // publishes a hostile release, and starts drivers on free ports.
  e2e: [
    TERMINAL,
    /^@site\/tooling\/(chromium|targets)$/,
    /^@site\/inbox\/run-inbox$/,
    REQUESTS,
    /^@site\/release-core\/tests\/(stored-files|support\/s3-stand-in)$/,
    /^@site\/release-dev\/tests\/(first-releases|publish-altered)$/,
  ],
  // Starts what it measures: PostgreSQL and an object store as the tests do, the site, and the same pages as one
  // bundle. It fills databases.
  bench: [
    TERMINAL,
    /^@site\/backend\/(database|migrate|postgres|tests\/support\/postgres-cluster)$/,
    /^@site\/e2e\/support\/(database|owner|owner-requests|start-site)$/,
    /^@site\/tooling\/chromium$/,
    /^@site\/(release|release-core|server)\//,
    /^@site\/release-dev\/tests\/ceph$/,
    /^@site\/shell\/src\//,
    /^@site\/remote-(booking|landing)\/src\/\w+-page$/,
  ],
  // Only in source texts of `requirements.test.ts`.
  tooling: [/^@site\/shared-ui(\/form)?$/],
};

/** The bundler configuration of every package may import the tooling. */
const isConfig = (file: string) => file.endsWith('rspack.config.ts');

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\b(?:import|require|jest\.mock|jest\.requireActual)\(\s*['"]([^'"]+)['"]/g;

function importsOf(file: string) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, fixed, called]) => fixed ?? called ?? '');
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesOf(path);
    return /\.(tsx?|mjs|cjs|js)$/.test(entry.name) ? [path] : [];
  });
}

function forbiddenImports(name: string) {
  const home = join(root, name);
  return sourcesOf(home).flatMap((file) =>
    importsOf(file)
      .filter((what) => {
        if (what.startsWith('.')) return relative(home, resolve(dirname(file), what)).startsWith('..');
        if (!what.startsWith('@site/') || (what.startsWith('@site/contract/') && name !== 'contract')) return false;
        if (isConfig(file) && what.startsWith('@site/tooling/')) return false;
        return !MAY_IMPORT[name]?.some((allowed) => allowed.test(what));
      })
      .map((what) => `${relative(root, file)} imports ${what}`),
  );
}

test.each(Object.keys(MAY_IMPORT))('%s imports only the packages that it may', (name) => {
  expect(forbiddenImports(name)).toEqual([]);
});

test('every package of the workspace has a rule', () => {
  const packages = [
    ...readdirSync(root),
    ...readdirSync(join(root, 'release')).map((name) => `release/${name}`),
  ].filter((name) => existsSync(join(root, name, 'package.json')));
  expect(Object.keys(MAY_IMPORT).sort()).toEqual(packages.sort());
});

/** Sources that `run.cjs` loads with `require`. Its hooks do not apply to `import()`. */
const PROGRAMS = [
  'backend/bin',
  'backend/src',
  'inbox/bin',
  'inbox/src',
  'release/core/src',
  'release/server/src',
  'release/cli/src',
  'release/dev/src',
].flatMap((folder) => sourcesOf(join(root, folder)).filter((file) => !/\.test\.ts$/.test(file)));

test('no program of the workspace has a top-level await, which require cannot load', () => {
  const found = PROGRAMS.filter((file) => file.endsWith('.ts')).filter((file) => {
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'commonjs' },
    });
    // In a static block, `await` is a syntax error; in a script or a plain function, it would be an identifier.
    return !canBeCompiled(`class C { static {${code.replace(/^#!.*/, '')}\n} }`);
  });
  expect(found.map((file) => relative(root, file))).toEqual([]);
});

function canBeCompiled(code: string) {
  try {
    new Script(code);
    return true;
  } catch {
    return false;
  }
}

test('no program of the workspace imports its own sources dynamically', () => {
  const found = PROGRAMS.filter((file) => /\bawait import\(\s*['"](\.|@site\/)/.test(readFileSync(file, 'utf8')));
  expect(found.map((file) => relative(root, file))).toEqual([]);
});

test('only shared-ui has a barrel', () => {
  const barrels = Object.keys(MAY_IMPORT)
    .flatMap((name) => sourcesOf(join(root, name)))
    .map((file) => relative(root, file))
    // The Supabase CLI requires this name for a function's entry.
    .filter((file) => /(^|\/)index\.tsx?$/.test(file) && !file.startsWith('supabase/functions/'));
  expect(barrels).toEqual(['shared-ui/src/index.ts']);
});

test('packages use only catalog versions', () => {
  const exact = Object.keys(MAY_IMPORT).flatMap((name) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(root, name, 'package.json'), 'utf8'),
    );
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => version !== 'catalog:' && version !== 'workspace:*')
      .map(([dependency]) => `${name}: ${dependency}`);
  });
  expect(exact).toEqual([]);
});
