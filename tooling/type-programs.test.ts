import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const folders = [...readdirSync(root), ...readdirSync(join(root, 'release')).map((name) => join('release', name))];
const packages = folders.filter((name) => existsSync(join(root, name, 'tsconfig.json')));
const { typecheck } = readJson('package.json').scripts as { typecheck: string };
const nodeOnly = ['backend', 'inbox', 'supabase', 'terminal'];

/** Returns the program of `pnpm typecheck` that contains the files of a package. */
function programOf(name: string): string {
  if (typecheck.split(/ && | -p |"/).includes(name)) return `${name}/tsconfig.json`;
  return nodeOnly.includes(name) ? 'tooling/tsconfig.node.json' : 'tooling/tsconfig.dom.json';
}

/** The options that decide which syntax and which globals a package may use. */
function platformOf(file: string) {
  const { lib, target, allowImportingTsExtensions } = readJson(file).compilerOptions;
  return { lib, target, allowImportingTsExtensions };
}

test.each(packages)('pnpm typecheck checks %s in one program, with the platform of its tsconfig.json', (name) => {
  expect(typecheck).toContain(programOf(name).replace(/\/tsconfig\.json$/, ''));
  expect(platformOf(programOf(name))).toEqual(platformOf(`${name}/tsconfig.json`));
});

test('pnpm typecheck includes every package', () => {
  const dom = readJson('tooling/tsconfig.dom.json');
  expect(dom.include).toEqual(['../*/**/*.ts', '../*/**/*.tsx']);
  const elsewhere = packages.filter((name) => programOf(name) !== 'tooling/tsconfig.dom.json');
  expect(dom.exclude.sort()).toEqual(['node_modules', 'dist', 'test-results', ...elsewhere].map(outside).sort());
  expect(readJson('tooling/tsconfig.node.json').include).toEqual(nodeOnly.map((name) => `../${name}/**/*.ts`));
});

const outside = (name: string) => (['node_modules', 'dist'].includes(name) ? `../**/${name}` : `../${name}`);
