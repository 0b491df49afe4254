import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { bundledFolders } from './packages';
import { listSubjects, readBranch, readProvenance, requireClean, sourceHash } from './sources';

describe('source hash', () => {
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

  test('a new journey changes the hash, although no list of a build names it yet', async () => {
    const before = await sourceHash(booking(), built);
    await write('remote-booking/journeys/book.json', '{}');
    expect(await sourceHash(booking(), built)).not.toBe(before);
  });

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
});

describe('provenance', () => {
  let root: string;
  const booking = () => ({ name: 'booking', folder: join(root, 'remote-booking') });
  const git = (...words: string[]) => {
    const identity = ['-c', 'user.name=Léa Petit', '-c', 'user.email=lea@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...words], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  };

  function commit(file: string, subject: string) {
    writeFileSync(join(root, file), subject);
    git('add', '--all');
    git('commit', '--quiet', '--message', subject);
    return git('rev-parse', 'HEAD');
  }

  /** Makes the folder a checkout. @returns its first commit */
  function checkOut(file = 'remote-booking/page.ts') {
    git('init', '--quiet', '--initial-branch', 'main');
    return commit(file, 'feat: first');
  }

  beforeEach(() => {
    root = temporaryFolder();
    for (const folder of ['remote-booking', 'remote-contact', 'contract', 'shared-ui', 'shell'])
      mkdirSync(join(root, folder));
    writeFileSync(join(root, 'shell/package.json'), '{}');
    const installed = join(root, 'remote-booking/node_modules/@site');
    mkdirSync(installed, { recursive: true });
    for (const name of ['contract', 'shared-ui']) symlinkSync(join(root, name), join(installed, name));
    const dependencies = { '@site/contract': 'workspace:*', '@site/shared-ui': 'workspace:*', react: '19.0.0' };
    writeFileSync(join(root, 'remote-booking/package.json'), JSON.stringify({ dependencies }));
  });

  test('a release from a clean checkout has its commit and the author’s name, without an e-mail address', async () => {
    const id = checkOut();
    expect(await readProvenance(booking(), { who: 'Camille' })).toEqual({
      commit: id,
      author: 'Léa Petit',
      isDirty: false,
      who: 'Camille',
    });
    await requireClean(booking());
  });

  test.each(['remote-booking/page.ts', 'shared-ui/button.tsx'])(
    'an uncommitted change of %s is refused by name',
    async (file) => {
      checkOut();
      writeFileSync(join(root, file), 'changed');
      await expect(requireClean(booking())).rejects.toThrow(
        `booking is built from uncommitted files (${file}): commit them, or add --allow-dirty.`,
      );
      expect(await readProvenance(booking(), {})).toMatchObject({ isDirty: true });
    },
  );

  test('an uncommitted change of another package is ignored', async () => {
    checkOut();
    writeFileSync(join(root, 'remote-contact/page.ts'), 'changed');
    await requireClean(booking());
  });

  test('outside a checkout nothing is refused and no commit is named', async () => {
    await requireClean(booking());
    expect(await readProvenance(booking(), {})).toEqual({ commit: '', author: '', isDirty: null });
  });

  test('an untracked copy inside another checkout counts as outside it', async () => {
    const copy = join(root, 'copy');
    mkdirSync(join(copy, 'remote-booking'), { recursive: true });
    checkOut();
    writeFileSync(join(copy, 'remote-booking/page.ts'), 'copied');
    const booking = { name: 'booking', folder: join(copy, 'remote-booking') };
    await requireClean(booking);
    expect(await readProvenance(booking, {})).toMatchObject({ commit: '' });
  });

  test('lists the commits since a release that changed its sources', async () => {
    const since = checkOut();
    commit('remote-contact/page.ts', 'feat: contact');
    commit('shared-ui/button.tsx', 'fix: button');
    commit('remote-booking/page.ts', 'feat: second');
    const subjects = (id: string) => listSubjects(root, id, bundledFolders(booking()));
    expect(await subjects(since)).toEqual(['feat: second', 'fix: button']);
    expect(await subjects('')).toEqual([]);
    expect(await subjects('--all')).toEqual([]);
    expect(await subjects('0'.repeat(40))).toEqual([]);
  });

  test('a standalone remote is built from its own folder and has the commit of its repository', async () => {
    rmSync(join(root, 'shell'), { recursive: true });
    const standalone = { name: 'booking', folder: root };
    const first = checkOut('page.ts');
    const second = commit('remote-booking/page.ts', 'feat: second');
    expect(await readProvenance(standalone, {})).toMatchObject({ commit: second, isDirty: false });
    expect(await listSubjects(root, first, bundledFolders(standalone))).toEqual(['feat: second']);
    writeFileSync(join(root, 'page.ts'), 'changed');
    await expect(requireClean(standalone)).rejects.toThrow('booking is built from uncommitted files (page.ts)');
  });

  test('the branch is that of the checkout, or the one that a workflow names, unless no address takes its name', async () => {
    expect(await readBranch(root, { GITHUB_HEAD_REF: 'feature/a' })).toBeNull();
    git('init', '--quiet', '--initial-branch', 'feature/short-form');
    const id = commit('remote-booking/page.ts', 'feat: first');
    expect(await readBranch(root, { GITHUB_HEAD_REF: 'other' })).toBe('feature/short-form');
    git('checkout', '--quiet', '--detach', id);
    expect(await readBranch(root, {})).toBeNull();
    expect(await readBranch(root, { GITHUB_HEAD_REF: 'feature/a', GITHUB_REF_NAME: '7/merge' })).toBe('feature/a');
    expect(await readBranch(root, { GITHUB_REF_NAME: 'main', GITHUB_REF_TYPE: 'branch' })).toBe('main');
    expect(await readBranch(root, { GITHUB_REF_NAME: 'v1.0.0', GITHUB_REF_TYPE: 'tag' })).toBeNull();
    git('checkout', '--quiet', '-b', 'fix#12,booking@evil');
    expect(await readBranch(root, {})).toBeNull();
  });
});
