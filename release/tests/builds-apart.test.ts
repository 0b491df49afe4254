import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from '../src/publish/build-package';
import { listPackages } from '../src/publish/packages';
import { copyWorkspace } from './workspace-copy';

const root = join(__dirname, '../..');
const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));
const copies: string[] = [];

jest.setTimeout(300_000);

function copyOf(packages: readonly string[]) {
  const copy = copyWorkspace(packages);
  copies.push(copy);
  return copy;
}

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

interface Build {
  id: string;
  container: string;
}

async function build(workspace: string): Promise<Record<string, Build>> {
  const packages = listPackages(workspace);
  await buildPackages(packages);
  return Object.fromEntries(
    packages.map(({ name, folder }) => [
      name,
      JSON.parse(readFileSync(join(folder, 'dist/client/build.json'), 'utf8')),
    ]),
  );
}

test('the shell builds without any remote', async () => {
  const workspace = copyOf(['contract', 'shell', 'shared-ui', 'tooling']);
  expect(listPackages(workspace).map(({ name }) => name)).toEqual(['shell']);
  const { shell } = await build(workspace);
  expect(shell?.id).toMatch(/^1\.0\.0-[0-9a-f]{10}$/);
});

describe('a change in booking', () => {
  let before: Record<string, Build>;
  let after: Record<string, Build>;
  let workspace: string;

  beforeAll(async () => {
    workspace = copyOf(['contract', 'shell', 'shared-ui', 'tooling', ...remotes]);
    before = await build(workspace);
    const contract = join(workspace, 'remote-booking/src/content/page.ts');
    const source = readFileSync(contract, 'utf8');
    const changed = source.replace('Réserver vos sessions', 'Réserver vos journées');
    expect(changed).not.toBe(source);
    writeFileSync(contract, changed);
    after = await build(workspace);
  });

  test('gives booking another id and another container name', () => {
    expect(after.booking?.id).not.toBe(before.booking?.id);
    expect(after.booking?.container).toBe(after.booking?.id.replace('1.0.0-', 'booking_'));
  });

  test('does not change any other id', () => {
    const { booking: _, ...othersBefore } = before;
    const { booking: __, ...othersAfter } = after;
    expect(Object.keys(othersBefore)).toHaveLength(remotes.length);
    expect(othersAfter).toEqual(othersBefore);
  });

  test('leaves no placeholder in the client files', () => {
    for (const { folder } of listPackages(workspace)) {
      for (const file of readdirSync(join(folder, 'dist/client'))) {
        expect([file, /Release_?Stamp/i.test(readFileSync(join(folder, 'dist/client', file), 'latin1'))]).toEqual([
          file,
          false,
        ]);
      }
    }
  });

  test('shares no global with the previous release, so that both can run in one page', () => {
    const folder = join(workspace, 'remote-booking/dist/client');
    const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
    const globals = scripts.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/rspackChunk\w*/g) ?? []);
    expect(new Set(globals)).toEqual(new Set([`rspackChunk${after.booking?.container}`]));
  });

  test('bundles neither React nor the design system with a remote', () => {
    for (const { name, folder } of listPackages(workspace).filter(({ name }) => name !== 'shell')) {
      const code = readdirSync(join(folder, 'dist/client')).map((file) =>
        readFileSync(join(folder, 'dist/client', file), 'utf8'),
      );
      const bundled = code.some((text) => /react\.transitional\.element|data-emotion/.test(text));
      expect([name, bundled]).toEqual([name, false]);
    }
  });
});
