import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { buildPackages } from './build-package';

const folderWith = (build: string) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { build } }));
  return folder;
};

test('a package that names another builder is built by its own script', async () => {
  const folder = folderWith(`node -e "fs.writeFileSync('built', process.cwd())"`);
  await buildPackages([{ name: 'guide', folder }]);
  expect(readFileSync(join(folder, 'built'), 'utf8')).toBe(folder);
});

test('the output of its script is the reason of the refusal', async () => {
  const folder = folderWith('echo no such page && exit 3');
  await expect(buildPackages([{ name: 'guide', folder }])).rejects.toThrow(
    /^Building guide failed:\n.*\nno such page\n/s,
  );
});
