import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackages } from '@site/release/publish/build-package';
import { choosePackages } from '@site/release/publish/packages';
import { publish } from '@site/release/publish/publish';
import type { Release } from '@site/release-core/store/release';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { type ChangedType, findChangedTypes } from '@site/release-core/types/changed-types';
import { readTypes } from '@site/release-core/types/stored-types';
import { copyWorkspace } from './workspace-copy';

jest.setTimeout(120_000);

const store = memoryStore();
let workspace: string;
let shell: Release;
let booking: Release;

beforeAll(async () => {
  workspace = copyWorkspace(['contract', 'shell', 'shared-ui', 'forms', 'tooling', 'remote-booking']);
  [shell, booking] = [await publishNow('shell'), await publishNow('booking')];
});
afterAll(() => rm(workspace, { recursive: true }));

async function publishNow(name: string): Promise<Release> {
  const packages = choosePackages(workspace, [name]);
  await buildPackages(packages);
  const [one] = packages;
  if (!one) throw new Error(`There is no ${name}.`);
  return (await publish(store, one)).release;
}

/** Publishes a release of `name` with a text of one file replaced. */
async function publishWith(name: string, file: string, [before, after]: readonly [string, string]): Promise<Release> {
  const source = join(workspace, file);
  const text = readFileSync(source, 'utf8');
  expect(text).toContain(before);
  writeFileSync(source, text.replace(before, after));
  try {
    return await publishNow(name);
  } finally {
    writeFileSync(source, text);
  }
}

const changedIn = (one: Release): Promise<readonly ChangedType[]> =>
  findChangedTypes(store, [{ shell: one.id, name: 'booking', id: booking.id }]);
const namesOf = (changed: readonly ChangedType[]) => changed.map(({ name }) => name);

test('a shell stores the types of all names that it offers, a remote those that it uses', async () => {
  const [offered, required] = [await readTypes(store, shell), await readTypes(store, booking)];

  expect(Object.keys(offered?.sharedUi ?? {}).sort()).toEqual(shell.offers?.sharedUi);
  expect(Object.keys(offered?.host ?? {}).sort()).toEqual([...(shell.offers?.host ?? [])].sort());
  expect(Object.keys(required?.sharedUi ?? {}).sort()).toEqual(booking.requires.sharedUi);
  expect(Object.keys(required?.host ?? {}).sort()).toEqual(booking.requires.host);
  expect(await changedIn(shell)).toEqual([]);
});

test('release.json contains no declarations, only the hash of the file with them', () => {
  for (const release of [shell, booking]) {
    expect(release).not.toHaveProperty('types');
    expect(JSON.stringify(release)).not.toContain('interface ');
    expect(release.nodeFiles).toHaveProperty(['types.json']);
    expect(release.files).not.toHaveProperty(['types.json']);
  }
});

test('a changed component property is detected, with both declarations and the remote that uses it', async () => {
  const next = await publishWith('shell', 'shared-ui/src/controls/button.tsx', [
    "readonly size?: 'md' | 'lg'",
    "readonly size: 'md' | 'lg'",
  ]);

  const [changed, ...others] = await changedIn(next);
  expect(others).toEqual([]);
  expect(changed).toMatchObject({ name: 'Button', usedBy: [`booking@${booking.id}`] });
  expect(changed?.old).toContain('readonly size?: "lg" | "md";');
  expect(changed?.now).toContain('readonly size: "lg" | "md";');
});

test('a change is detected two types below the host', async () => {
  const next = await publishWith('shell', 'contract/src/host.ts', [
    '  readonly name: string;\n  readonly role: string;',
    '  readonly name: string;\n  readonly role: URL;',
  ]);

  expect(namesOf(await changedIn(next))).toEqual(['host.site']);
});

test('changes of comments and code that leave types the same are ignored', async () => {
  const next = await publishWith('shell', 'shared-ui/src/controls/button.tsx', [
    'export function Button(props: ButtonProps) {',
    '/** New. */\nexport function Button(given: ButtonProps) {\n  const props = { ...given };',
  ]);

  expect(next.id).not.toBe(shell.id);
  expect(await changedIn(next)).toEqual([]);
});

test('a remote that is rebuilt against other types is a new release, even if its code is the same', async () => {
  const again = await publishWith('booking', 'shared-ui/src/controls/button.tsx', [
    "readonly size?: 'md' | 'lg'",
    "readonly size: 'md' | 'lg'",
  ]);

  expect(again.id).not.toBe(booking.id);
  expect(namesOf(await findChangedTypes(store, [{ shell: shell.id, name: 'booking', id: again.id }]))).toEqual([
    'Button',
  ]);
});
