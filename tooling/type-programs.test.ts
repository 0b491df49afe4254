import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const folders = [...readdirSync(root), ...readdirSync(join(root, 'release')).map((name) => join('release', name))];
const packages = folders.filter((name) => existsSync(join(root, name, 'tsconfig.json')));
const nodeOnly = ['backend', 'inbox', 'supabase', 'terminal'];
const programs = { dom: readJson('tooling/tsconfig.dom.json'), node: readJson('tooling/tsconfig.node.json') };

test.each(packages)('pnpm typecheck checks %s with the globals of its own tsconfig.json', (name) => {
  const { compilerOptions } = programs[nodeOnly.includes(name) ? 'node' : 'dom'];
  expect(compilerOptions.lib).toEqual(readJson(`${name}/tsconfig.json`).compilerOptions.lib);
});

test('pnpm typecheck checks each file in one of two programs, so that each is read and checked once', () => {
  expect(programs.node.include).toEqual(nodeOnly.map((name) => `../${name}/**/*.ts`));
  expect(programs.dom.include).toEqual(['../*/**/*.ts', '../*/**/*.tsx']);
  const ignored = ['../**/node_modules', '../**/dist', '../test-results'];
  expect(programs.dom.exclude).toEqual([...ignored, ...nodeOnly.map((name) => `../${name}`)]);
});
