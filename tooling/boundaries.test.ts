import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..');
const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));

/** What each package may import of this workspace; third parties are the lint rule's business. */
const MAY_IMPORT: Record<string, readonly RegExp[]> = {
  shell: [/^@site\/shared-ui(\/host|\/server|\/steps|\/testing)?$/],
  ...Object.fromEntries(remotes.map((name) => [name, [/^@site\/shared-ui(\/host|\/form|\/backend|\/testing)?$/]])),
  // The types of the tables, which leave nothing in a bundle; and its own main entry, where a part is bundled by remotes.
  'shared-ui': [/^@site\/supabase\/types$/, /^@site\/shared-ui$/],
  release: [/^@site\/shared-ui\/host$/],
  supabase: [],
  // Claims, composes and sends mails with the code of the Edge Function; its tests also call the function's handler.
  backend: [
    /^@site\/supabase\/(types|functions\/_shared\/[\w-]+)$/,
    /^@site\/supabase\/functions\/notify-owner\/handler$/,
  ],
  // Its tests run on the backend's engines.
  inbox: [/^@site\/backend\/src\//, /^@site\/backend\/tests\/support\//, /^@site\/supabase\/functions\/_shared\//],
  // Tests only: they hold the forms' own rules against the database.
  'contract-tests': [
    /^@site\/shared-ui(\/form)?$/,
    /^@site\/remote-(booking|contact)\/src\/(api|dates|parts|submission)\//,
    /^@site\/backend\/tests\/support\/engines$/,
  ],
  e2e: [],
  // Starts what it measures itself: a PostgreSQL as the tests do, the site's own server, and the same pages as one bundle.
  bench: [
    /^@site\/backend\/tests\/support\/postgres-(cluster|server)$/,
    /^@site\/e2e\/support\/(chromium|database)$/,
    /^@site\/shared-ui\/backend$/,
    /^@site\/release\/src\//,
    /^@site\/shell\/src\//,
    /^@site\/remote-(booking|landing)\/src\/\w+-page$/,
    /^@site\/shared-ui\/host$/,
  ],
  tooling: [/^@site\/shared-ui(\/host)?$/],
};

/** Bundler configurations are each package's own door to the tooling. */
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

/** Each import that leaves its package without leave, as "file imports what". */
function trespasses(name: string) {
  const home = join(root, name);
  return sourcesOf(home).flatMap((file) =>
    importsOf(file)
      .filter((what) => {
        if (what.startsWith('.')) return relative(home, resolve(dirname(file), what)).startsWith('..');
        if (!what.startsWith('@site/')) return false;
        if (isConfig(file) && what.startsWith('@site/tooling/')) return false;
        return !MAY_IMPORT[name]?.some((allowed) => allowed.test(what));
      })
      .map((what) => `${relative(root, file)} imports ${what}`),
  );
}

test.each(Object.keys(MAY_IMPORT))('%s imports only what it may', (name) => {
  expect(trespasses(name)).toEqual([]);
});

test('every package of the workspace has its rule', () => {
  const packages = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(root, entry.name)).includes('package.json'))
    .map((entry) => entry.name);
  expect(Object.keys(MAY_IMPORT).sort()).toEqual(packages.filter((name) => name !== 'node_modules').sort());
});

test('only shared-ui has a barrel', () => {
  const barrels = Object.keys(MAY_IMPORT)
    .flatMap((name) => sourcesOf(join(root, name)))
    .map((file) => relative(root, file))
    // The Supabase CLI starts a function by that name; it gathers nothing.
    .filter((file) => /(^|\/)index\.tsx?$/.test(file) && !file.startsWith('supabase/functions/'));
  expect(barrels).toEqual(['shared-ui/src/index.ts']);
});

test('packages name only catalog versions', () => {
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
