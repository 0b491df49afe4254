import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { checkingSteps } from './steps';

const titles = (name: string, folder: string) =>
  checkingSteps(root, [{ name, folder: join(root, folder) }]).map(({ title }) => title);

test('a shell is tested together with the design system and the contract that it includes', () => {
  expect(titles('shell', 'shell')).toEqual([
    'lint shell, shared-ui, contract',
    'check the types of shell, shared-ui, contract',
    'test shell, shared-ui, contract',
    'check the imports of shell, shared-ui, contract',
  ]);
});

test('a remote is tested together with the forms that are built into it', () => {
  expect(titles('booking', 'remote-booking')).toEqual([
    'lint remote-booking, forms',
    'check the types of remote-booking, forms',
    'test remote-booking, forms',
    'check the imports of remote-booking, forms',
  ]);
});

test('several parts are tested in one run, each package once', () => {
  const parts = ['shell', 'booking', 'contact'].map((name) => ({
    name,
    folder: join(root, name === 'shell' ? name : `remote-${name}`),
  }));
  expect(checkingSteps(root, parts).map(({ title }) => title)).toContain(
    'test shell, shared-ui, contract, remote-booking, forms, remote-contact',
  );
});

test('a site that was installed without the packages for tests installs them first', () => {
  const installedToStart = temporaryFolder();
  const steps = checkingSteps(installedToStart, [{ name: 'booking', folder: join(root, 'remote-booking') }]);
  expect(steps.map(({ title }) => title)).toEqual([
    'install the packages for tests',
    ...titles('booking', 'remote-booking'),
  ]);
});

test('a standalone remote runs the tools that its folder has a configuration for', () => {
  const folder = temporaryFolder();
  const titlesHere = () => checkingSteps(folder, [{ name: 'guide', folder }]).map(({ title }) => title);
  expect(titlesHere()).toEqual([]);
  for (const file of ['tsconfig.json', 'jest.config.js']) writeFileSync(join(folder, file), '');
  expect(titlesHere()).toEqual(['check the types', 'test']);
  writeFileSync(join(folder, 'biome.json'), '');
  expect(titlesHere()).toEqual(['lint', 'check the types', 'test']);
});
