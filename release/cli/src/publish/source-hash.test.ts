import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { sourceHash } from './source-hash';

let workspace: string;

const write = async (file: string, text: string) => {
  await mkdir(dirname(join(workspace, file)), { recursive: true });
  await writeFile(join(workspace, file), text);
};
const booking = () => ({ name: 'booking', folder: join(workspace, 'remote-booking') });
const built = ['remote-booking/src/page.tsx', 'shared-ui/src/form.ts'];

beforeEach(async () => {
  workspace = temporaryFolder();
  await write('shell/package.json', '{}');
  for (const file of built) await write(file, 'export {};');
});

test.each(built)('a change of %s, which the build contains, changes the hash', async (file) => {
  const before = await sourceHash(booking(), built);
  await write(file, 'export const changed = 1;');
  expect(await sourceHash(booking(), built)).not.toBe(before);
});

test.each(['remote-booking/src/page.test.tsx', 'shared-ui/src/controls/button.tsx', 'contract/src/host.ts'])(
  'a change of %s, which the build does not contain, leaves the hash alone',
  async (file) => {
    const before = await sourceHash(booking(), built);
    await write(file, 'export const changed = 1;');
    expect(await sourceHash(booking(), built)).toBe(before);
  },
);

test('a file that has been removed changes the hash', async () => {
  const before = await sourceHash(booking(), built);
  await rm(join(workspace, 'shared-ui/src/form.ts'));
  expect(await sourceHash(booking(), built)).not.toBe(before);
});

test('a word that moves from one file to the next changes the hash', async () => {
  await write('remote-booking/src/page.tsx', 'ab');
  await write('shared-ui/src/form.ts', 'c');
  const before = await sourceHash(booking(), built);
  await write('remote-booking/src/page.tsx', 'a');
  await write('shared-ui/src/form.ts', 'bc');
  expect(await sourceHash(booking(), built)).not.toBe(before);
});
