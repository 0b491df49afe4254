import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { contextOn, runIn } from '../../tests/support/command-context';
import { findRoot } from '../find-root';
import { buildPackages, choosePackages, listPackages } from './packages';
import { sourceHash } from './sources';

describe('packages', () => {
  const names = (packages: ReturnType<typeof listPackages>) => packages.map(({ name }) => name);

  test('finds the shell and the remotes next to it', () => {
    const remotes = readdirSync(root).filter((folder) => folder.startsWith('remote-'));
    expect(remotes.length).toBeGreaterThan(4);
    expect(names(listPackages(root))).toEqual(['shell', ...remotes.map((folder) => folder.slice('remote-'.length))]);
  });

  test('chooses packages by short name or folder name, and all when none is named', () => {
    expect(names(choosePackages(root, ['booking', 'remote-legal']))).toEqual(['booking', 'legal']);
    expect(choosePackages(root, [])).toEqual(listPackages(root));
  });

  test('an unknown package is an error that lists the known ones', () => {
    expect(() => choosePackages(root, ['bookings'])).toThrow(/no part "bookings": choose among shell, booking/);
  });

  describe('outside the workspace', () => {
    let folder: string;
    const writeManifest = (name?: string) => writeFileSync(join(folder, 'package.json'), JSON.stringify({ name }));

    beforeEach(() => {
      folder = temporaryFolder();
      writeFileSync(join(folder, 'contract.ts'), '');
    });

    test.each(['remote-guide', '@team/remote-guide', '@team/guide', 'guide'])(
      'a folder with a contract is one remote, named after its package %s',
      (name) => {
        writeManifest(name);
        expect(listPackages(folder)).toEqual([{ name: 'guide', folder }]);
        expect(choosePackages(folder, ['guide'])).toEqual([{ name: 'guide', folder }]);
      },
    );

    test.each(['shell', 'remote-shell', 'Guide', '../guide', 'remote-constructor', '', undefined])(
      'the package name %p is refused as the name of a remote',
      (name) => {
        writeManifest(name);
        expect(() => listPackages(folder)).toThrow(/"name" in package.json is .*: write it as remote-booking/);
      },
    );

    test('an installed command works on the remote around the working folder', () => {
      mkdirSync(join(folder, 'src/content'), { recursive: true });
      expect(findRoot(join(folder, 'node_modules/@site/release-cli'), join(folder, 'src/content'))).toBe(folder);
    });

    test('an installed command without a remote around it works on the working folder, and refuses to publish', () => {
      rmSync(join(folder, 'contract.ts'));
      expect(findRoot(join(folder, 'node_modules/@site/release-cli'), folder)).toBe(folder);
      expect(() => choosePackages(folder, ['guide'])).toThrow(`${folder} holds no part: go to the folder with its`);
    });

    test('the command of a workspace works on that workspace from any folder', () => {
      expect(findRoot(root, folder)).toBe(root);
    });
  });
});

describe('build package', () => {
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
});

describe('publish packages', () => {
  test.each([
    [[], {}],
    [['booking'], { changed: true }],
  ])('publish takes names or --changed: %j with %j is refused', async (words, options) => {
    await expect(runIn('publish', contextOn(await tinyStore(), options), ...words)).rejects.toThrow(
      'Name the parts to publish ("npx pnpm release publish booking"), or give --changed.',
    );
  });

  test('--changed publishes nothing when no part differs from the active releases', async () => {
    const root = temporaryFolder();
    const folder = join(root, 'remote-booking');
    mkdirSync(folder);
    const source = await sourceHash({ name: 'booking', folder }, []);
    const store = await tinyStore([tinyShell(), tinyRemote('landing'), tinyRemote('booking', '1.0.0-a', { source })]);
    expect(await runIn('publish', { ...contextOn(store, { changed: true }), root })).toEqual({
      text: 'Nothing differs from the active releases.',
      json: { releases: [] },
    });
  });
});
