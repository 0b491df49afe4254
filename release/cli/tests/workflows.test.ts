import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runWorkflowStep } from './workflow-step';

const github = join(root, '.github');
const parts = ['shell', ...readdirSync(root).filter((name) => name.startsWith('remote-'))];

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

test('every part has its own workflow', () => {
  const names = parts.map((part) => `release-${part.replace('remote-', '')}.yml`);
  expect(
    readdirSync(join(github, 'workflows'))
      .filter((file) => file.startsWith('release-'))
      .sort(),
  ).toEqual(names.sort());
});

test('every part has code owners, and the workflows belong to the owners', () => {
  const lines = readFileSync(join(github, 'CODEOWNERS'), 'utf8').split('\n');
  const owned = lines.filter((line) => /^[*/]/.test(line)).map((line) => line.split(/\s+/));
  for (const [path = '', ...owners] of owned) {
    expect([path, path === '*' || existsSync(join(root, path))]).toEqual([path, true]);
    for (const owner of owners) expect(owner).toMatch(/^@your-organisation\/[a-z]+$/);
  }
  const paths = owned.map(([path]) => path);
  expect(paths).toEqual(expect.arrayContaining(parts.map((part) => `/${part}/`)));
  expect(owned.at(-1)).toEqual(['/.github/', '@your-organisation/owners']);
});

function commit(file: string, message: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  if (!existsSync(join(folder, '.git'))) {
    git('init', '--quiet');
    git('config', 'user.name', 'Camille Martin');
    git('config', 'user.email', 'camille@example.org');
  }
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), message);
  git('add', file);
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD');
}

/** @param base of a pull request; a push has none and is compared with the last released commit */
async function compare(base: string, released = '') {
  const env = { BASE: base, FOLDERS: 'remote-booking contract', LAST_RELEASED: released };
  const { code, outputs } = await runWorkflowStep(folder, { job: 'changes', name: 'Compare', cwd: folder, env });
  return { code, outputs };
}

test('a change counts only in the folders of the part', async () => {
  const base = commit('remote-booking/a.ts', 'first');
  const elsewhere = commit('remote-contact/a.ts', 'elsewhere');
  expect(await compare(base)).toEqual({ code: 0, outputs: 'changed=false\n' });
  commit('contract/a.ts', 'contract');
  expect(await compare(elsewhere)).toEqual({ code: 0, outputs: 'changed=true\n' });
});

test.each(['', '0000000000000000000000000000000000000000', '$(touch injected)'])(
  'an unknown base commit %j counts as a change',
  async (base) => {
    commit('remote-booking/a.ts', 'first');
    expect(await compare(base)).toEqual({ code: 0, outputs: 'changed=true\n' });
    expect(readdirSync(folder)).not.toContain('injected');
  },
);

test('a push contains the changes of earlier pushes whose runs failed', async () => {
  const released = commit('remote-booking/a.ts', 'released');
  const failed = commit('remote-booking/a.ts', 'its run failed');
  commit('remote-contact/a.ts', 'elsewhere');
  expect(await compare('', released)).toEqual({ code: 0, outputs: 'changed=true\n' });
  expect(await compare('', failed)).toEqual({ code: 0, outputs: 'changed=false\n' });
});

test.each([
  ['success success success skipped', 0],
  ['success skipped skipped skipped', 0],
  ['skipped skipped skipped success', 0],
  ['success failure skipped skipped', 1],
  ['success success cancelled skipped', 1],
])('the gate exits for %s with code %i', async (results, code) => {
  const env = { RESULTS: results };
  expect((await runWorkflowStep(folder, { job: 'gate', name: 'Judge', cwd: folder, env })).code).toBe(code);
});

test.each([
  ['activate', 'Visit', 0],
  ['activate', 'Visit', 1],
  ['visit-later', 'Visit again', 0],
  ['visit-later', 'Visit again', 1],
])(
  'the step of %s, %s, that exits with code %i is in the summary, and the run stays green',
  async (job, name, code) => {
    const bin = join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'release'), `#!/bin/sh\necho "$* ended with ${code}"\nexit ${code}\n`, { mode: 0o755 });
    const env = { PART: 'booking', SITE: 'https://exemple.fr' };
    const visited = await runWorkflowStep(folder, { job, name, cwd: folder, env });
    expect(visited).toMatchObject({ code: 0, summary: `visit --site https://exemple.fr ended with ${code}\n` });
  },
);
