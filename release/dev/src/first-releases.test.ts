import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReleasablePackage } from '@site/release-cli/publish/packages';
import { sourceHash } from '@site/release-cli/publish/sources';
import type { ActiveParts } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { addAll, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { compareWorkingCopy } from './first-releases';

const BUTTON = 'shared-ui/src/controls/button.tsx';
const FORM = 'shared-ui/src/form.ts';
const SOURCES = {
  shell: ['shell/src/start.ts', BUTTON],
  booking: ['remote-booking/src/page.tsx', FORM],
  contact: ['remote-contact/src/page.tsx', FORM],
};

let workspace: string;
let store: Store;
let packages: ReleasablePackage[];
let releases: ActiveParts;

const write = async (file: string, text: string) => {
  await mkdir(dirname(join(workspace, file)), { recursive: true });
  await writeFile(join(workspace, file), text);
};

beforeEach(async () => {
  workspace = temporaryFolder();
  await write('shell/package.json', '{}');
  for (const file of Object.values(SOURCES).flat()) await write(file, 'export {};');
  store = memoryStore();
  packages = [];
  for (const [name, sources] of Object.entries(SOURCES)) {
    const releasable = { name, folder: join(workspace, name === 'shell' ? name : `remote-${name}`) };
    packages.push(releasable);
    const described = { sources, source: await sourceHash(releasable, sources) };
    await addAll(store, [name === 'shell' ? tinyShell('1.0.0-a', described) : tinyRemote(name, '1.0.0-a', described)]);
  }
  releases = Object.fromEntries(packages.map(({ name }) => [name, { active: '1.0.0-a', previous: [], revoked: [] }]));
});

test('the start reports nothing for a working copy that the active releases were built from', async () => {
  expect(await compareWorkingCopy(store, { releases }, packages)).toEqual([]);
});

test('a change of a component that only the shell contains is reported only for the shell', async () => {
  await write(BUTTON, 'export const round = true;');
  expect(await compareWorkingCopy(store, { releases }, packages)).toEqual([
    'Changed since the active release was built: shell. To see it: "npx pnpm release publish --changed", then the activation that it prints.',
  ]);
});

test('a part that was rolled back on purpose is reported as held, not as changed', async () => {
  await write(BUTTON, 'export const round = true;');
  const shell = { kind: 'rollback', why: 'broken menu', who: 'ana', at: '2026-11-26T08:00:00.000Z', seq: 4 } as const;
  expect(await compareWorkingCopy(store, { releases, holds: { shell } }, packages)).toEqual([
    'shell is held by ana because "broken menu", since change 4 at 2026-11-26T08:00:00.000Z. To lift it, activate its next release with --resume.',
  ]);
});

test('a change of form parts is reported for the remotes that contain them, not for the shell', async () => {
  await write(FORM, 'export const long = true;');
  expect(await compareWorkingCopy(store, { releases }, packages)).toEqual([
    'Changed since the active release was built: booking, contact. To see it: "npx pnpm release publish --changed", then the activation that it prints.',
  ]);
});

test('a part without a release is reported as unpublished, a deactivated part is not', async () => {
  const { shell } = releases;
  if (!shell) throw new Error('The shell is missing.');
  const deactivated = { contact: { previous: ['1.0.0-a'], revoked: [] } };
  expect(await compareWorkingCopy(store, { releases: { shell }, deactivated }, packages)).toEqual([
    'Not published yet: booking. To see it: "npx pnpm release publish --changed", then the activation that it prints.',
  ]);
});
