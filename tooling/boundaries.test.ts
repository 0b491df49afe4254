import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Script } from 'node:vm';
import { transformSync } from '@swc/core';

const root = join(__dirname, '..');
const folders = [...readdirSync(root), ...readdirSync(join(root, 'release')).map((name) => `release/${name}`)];
const packages = folders.filter((name) => existsSync(join(root, name, 'package.json')));

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesOf(path);
    return /\.(tsx?|mjs|cjs|js)$/.test(entry.name) ? [path] : [];
  });
}

test('every import leads to a lower floor, by a public entry', () => {
  const { floors } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  const [, ...words] = floors.split(/[ "]+/);
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const spelled = readdirSync(root).filter((name) => words.includes(name) || name.startsWith('remote-'));
  const { status, stdout } = spawnSync(process.execPath, [program, ...spelled], { cwd: root, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('no dependency violations found') });
});

test('every package of the workspace has a floor', () => {
  const { FLOORS } = require('../.dependency-cruiser.mjs');
  const named = Object.keys(FLOORS).map((name) => new RegExp(`^${name}$`));
  expect(packages.filter((name) => !named.some((floor) => floor.test(name)))).toEqual([]);
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
  const direct = PROGRAMS.filter((file) => file.endsWith('.ts')).filter((file) => {
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'commonjs' },
    });
    // In a static block, `await` is a syntax error; in a script or a plain function, it would be an identifier.
    return !canBeCompiled(`class C { static {${code.replace(/^#!.*/, '')}\n} }`);
  });
  expect(direct.map((file) => relative(root, file))).toEqual([]);
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
  const deferred = PROGRAMS.filter((file) => /\bawait import\(\s*['"](\.|@site\/)/.test(readFileSync(file, 'utf8')));
  expect(deferred.map((file) => relative(root, file))).toEqual([]);
});

test('only shared-ui has a barrel', () => {
  const barrels = packages
    .flatMap((name) => sourcesOf(join(root, name)))
    .map((file) => relative(root, file))
    // The Supabase CLI requires this name for a function's entry.
    .filter((file) => /(^|\/)index\.tsx?$/.test(file) && !file.startsWith('supabase/functions/'));
  expect(barrels).toEqual(['shared-ui/src/index.ts']);
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
