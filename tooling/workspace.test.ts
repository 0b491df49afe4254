import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { listRepositoryFiles } from './repository-files';
import { readLayersFolders } from './test-run/affected-tests';

const root = join(__dirname, '..');
const lockfile = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as { readonly importers: object };
const packages = Object.keys(lockfile.importers).filter((name) => name !== '.');

describe('boundaries', () => {
  const sourcesOf = (folder: string) => listRepositoryFiles(folder).filter((file) => /\.(tsx?|mjs|cjs|js)$/.test(file));

  test('every import leads to a lower layer, by a public entry', () => {
    const words = readLayersFolders(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts).split(' ');
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const spelled = readdirSync(root).filter((name) => words.includes(name) || name.startsWith('remote-'));
    const { status, stdout } = spawnSync(process.execPath, [program, ...spelled], { cwd: root, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('no dependency violations found'),
    });
  });

  test('a colour has its value in the palette only, and in what shell/scripts/make-pictures.ts draws', () => {
    const drawn = ['shell/pictures/favicon.svg', 'remote-owner/app/manifest.webmanifest'];
    const files = listRepositoryFiles(root)
      .map((file) => relative(root, file))
      .filter(
        (file) => /\.(tsx?|css|svg|webmanifest)$/.test(file) && !/\.test\.|^(?:bench|e2e)\/|\/tests\//.test(file),
      );
    const withColour = files.filter((file) =>
      /#(?:[\da-f]{6}|[\da-f]{3})\b/i.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(withColour.sort()).toEqual(['contract/src/palette.ts', ...drawn].sort());
  });

  test('no script of a page has a lookbehind, for which a Safari before 16.4 refuses the whole file', () => {
    const scripts = listRepositoryFiles(root)
      .map((file) => relative(root, file))
      .filter((file) => /^(?:remote-\w+|shell|shared-ui(?:\/\w+)?|contract)\/src\/.*\.tsx?$/.test(file))
      .filter((file) => !file.includes('.test.') && file !== 'contract/src/page-data.ts');
    expect(scripts.filter((file) => /\(\?<[=!]/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  test('a docblock is a sentence that names its subject, because editors show it without its neighbours', () => {
    const opening =
      '(?:It|They|Its|Those|These|Of|Who|Whose|Also|So|In what|As|By default|Held|Instead|Is|Not|Then|The same (?:as|for|in|of)|With (?:it|them|these)|Without it)\\b.*';
    const forms = [
      [/\.[cm]?[jt]sx?$/, new RegExp(`/\\*\\*\\s+(?:\\* )?${opening}`, 'g')],
      // In a migration, the first line above what it creates.
      [/\.sql$/, new RegExp(`(?<!^--.*\\n)^-- ${opening}(?=(?:\\n--.*)*\\ncreate )`, 'gm')],
    ] as const;
    const fragments = listRepositoryFiles(root).flatMap((file) =>
      forms.flatMap(([kind, form]) => (kind.test(file) ? (readFileSync(file, 'utf8').match(form) ?? []) : [])),
    );
    const RULE = 'A docblock begins with its subject, named: CONTRIBUTING.md, under Code';
    expect({ RULE, fragments }).toEqual({ RULE, fragments: [] });
  });

  test('a line of a comment has at most 120 columns, as the formatter leaves comments alone', () => {
    const long = listRepositoryFiles(root)
      .filter((file) => /\.(?:[cm]?[jt]sx?|sql)$/.test(file))
      .flatMap((file) =>
        (readFileSync(file, 'utf8').match(/^ *(?:--|\/\/(?! biome-ignore)|\/?\*\*? ).*/gm) ?? [])
          .filter((line) => line.length > 120)
          .map((line) => `${relative(root, file)}: ${line}`),
      );
    expect(long).toEqual([]);
  });

  test('a source has at most 400 lines', () => {
    const isSource = (file: string) =>
      /\.(?:[cm]?[jt]sx?)$/.test(file) && !/\.(?:test|spec)\.|\/(?:caller-)?tests?\/|^supabase\/types\.ts$/.test(file);
    const long = listRepositoryFiles(root)
      .map((file) => relative(root, file))
      .filter((file) => isSource(file) && readFileSync(join(root, file), 'utf8').split('\n').length > 401);
    expect(long).toEqual([]);
  });

  test('every package of the workspace has a layer', () => {
    const { LAYERS } = require('../.dependency-cruiser.mjs');
    const named = Object.keys(LAYERS).map((name) => new RegExp(`^${name}$`));
    expect(packages.filter((name) => !named.some((layer) => layer.test(name)))).toEqual([]);
  });

  test('every folder inside a layered package has a place in its order', () => {
    const { FOLDERS } = require('../.dependency-cruiser.mjs') as { FOLDERS: Record<string, string[]> };
    const onDisk = Object.keys(FOLDERS).map((name) => [
      name,
      readdirSync(join(root, name), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : [])),
    ]);
    const ordered = Object.entries(FOLDERS).map(([name, folders]) => [
      name,
      folders.filter((one) => /^\w/.test(one)).sort(),
    ]);
    expect(onDisk).toEqual(ordered);
  });

  /** Sources that `run.cjs` loads with `require`. Its hooks do not apply to `import()`. */
  const PROGRAMS = [
    'backend/bin',
    'backend/src',
    'release/core/src',
    'release/server/src',
    'release/cli/src',
    'release/dev/src',
  ].flatMap((folder) => sourcesOf(join(root, folder)).filter((file) => !/\.test\.ts$/.test(file)));

  test('no program of the workspace imports its own sources dynamically', () => {
    const deferred = PROGRAMS.filter((file) => /\bawait import\(\s*['"](\.|@site\/)/.test(readFileSync(file, 'utf8')));
    expect(deferred.map((file) => relative(root, file))).toEqual([]);
  });

  test('a module that is loaded when it is needed is the one whose types its caller sees', () => {
    const calls = PROGRAMS.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\blazy<typeof import\('([^']+)'\)>\(\s*'([^']+)'/g),
    ]);
    expect(calls).not.toEqual([]);
    expect(calls.filter(([, typed, loaded]) => typed !== loaded).map(([call]) => call)).toEqual([]);
  });

  test('packages use only catalog versions', () => {
    const exact = packages.flatMap((name) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        readFileSync(join(root, name, 'package.json'), 'utf8'),
      );
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => version !== 'catalog:' && version !== 'workspace:*')
        .map(([dependency]) => `${name}: ${dependency}`);
    });
    expect(exact).toEqual([]);
  });
});

test('every command of the workspace first installs the packages that it needs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const installs = /^(?:pnpm install && |node tooling\/run\.cjs --install |pnpm dlx )/;
  expect(Object.entries(scripts).filter(([, script]) => !installs.test(script))).toEqual([]);
});

test('a program that was compiled when it started has no child process left', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-program-'));
  const program = join(folder, 'program.ts');
  // Each thread has its own children.
  writeFileSync(
    program,
    `import { readdirSync, readFileSync } from 'node:fs';
     const threads: string[] = readdirSync('/proc/self/task');
     console.log(threads.map((thread) => readFileSync(\`/proc/self/task/\${thread}/children\`, 'utf8')).join(''));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'tooling/run.cjs'), program], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect({ stdout, stderr }).toEqual({ stdout: '\n', stderr: '' });
});

describe('type programs', () => {
  const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

  const nodeOnly = ['backend/bin', 'backend/src', 'backend/terminal', 'backend/tests', 'supabase'];
  const isNodeOnly = (name: string) => nodeOnly.some((folder) => [name, `${name}/src`].includes(folder));
  const programs = { dom: readJson('tooling/tsconfig.dom.json'), node: readJson('tooling/tsconfig.node.json') };

  test.each(packages)('pnpm typecheck checks %s with the globals of its own tsconfig.json', (name) => {
    const { compilerOptions } = programs[isNodeOnly(name) ? 'node' : 'dom'];
    expect(compilerOptions.lib).toEqual(readJson(`${name}/tsconfig.json`).compilerOptions.lib);
  });

  test('pnpm typecheck checks each file in one of two programs, so that each is read and checked once', () => {
    expect(programs.node.include).toEqual(nodeOnly.map((name) => `../${name}/**/*.ts`));
    expect(programs.dom.include).toEqual(['../*/**/*.ts', '../*/**/*.tsx']);
    const ignored = ['../**/node_modules', '../**/dist', '../docs/examples', '../test-results'];
    expect(programs.dom.exclude).toEqual([...ignored, ...nodeOnly.map((name) => `../${name}`)]);
  });
});
