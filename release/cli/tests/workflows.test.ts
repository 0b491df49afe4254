import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { parse } from 'yaml';

const github = join(root, '.github');

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >;
}

interface Step {
  readonly job: string;
  readonly name: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const release = parse(readFileSync(join(github, 'workflows/release.yml'), 'utf8')) as Workflow;

/** Stands for GitHub's command: prints the commit of the last run that succeeded, or fails without one. */
const GH = '#!/bin/sh\n[ -n "$LAST_RELEASED" ] && echo "$LAST_RELEASED"\n';

/** Runs a step of the release workflow as GitHub does. @param folder receives its script and its outputs */
async function runWorkflowStep(folder: string, { job, name, cwd, env }: Step) {
  const run = release.jobs[job]?.steps.find((step) => step.name === name)?.run;
  if (!run) throw new Error(`${job} has no step ${name}.`);
  const script = join(folder, 'step.sh');
  const output = join(folder, 'output');
  const summary = join(folder, 'summary');
  writeFileSync(script, run);
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'gh'), GH, { mode: 0o755 });
  for (const file of [output, summary]) writeFileSync(file, '');
  const step = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: folder,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(step.stderr), once(step, 'exit')]);
  return {
    code: code as number | null,
    errors,
    outputs: readFileSync(output, 'utf8'),
    summary: readFileSync(summary, 'utf8'),
  };
}

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

/** Runs a step in the folder, with a command `release` that answers a script. @returns also what it was asked */
async function runWith(release: string, [job, name]: readonly [string, string], env: NodeJS.ProcessEnv = {}) {
  const bin = join(folder, 'node_modules/.bin');
  const asked = join(folder, 'asked');
  mkdirSync(bin, { recursive: true });
  writeFileSync(asked, '');
  writeFileSync(join(bin, 'release'), `#!/bin/sh\necho "$*" >> ${asked}\n${release}\n`, { mode: 0o755 });
  const settings = { PART: 'booking', SITE: 'https://exemple.fr', GITHUB_SHA: '', ...env };
  const done = await runWorkflowStep(folder, { job, name, cwd: folder, env: settings });
  return { ...done, asked: readFileSync(asked, 'utf8').trim().split('\n').at(-1) };
}

test('a publication hands on its release, and its summary links the preview', async () => {
  const published = { name: 'booking', id: '1.0.0-b', preview: 'https://exemple.fr/booking?release=b', outcome: 'new' };
  expect(await runWith(`echo '${JSON.stringify(published)}'`, ['publish', 'Publish'])).toMatchObject({
    code: 0,
    asked: 'publish booking --site https://exemple.fr --json',
    outputs: 'release=booking@1.0.0-b\n',
    summary: '[booking@1.0.0-b](https://exemple.fr/booking?release=b): new\n',
  });
  const refused = await runWith('echo "two is one" >&2; exit 1', ['publish', 'Publish']);
  expect(refused).toMatchObject({ code: 1, outputs: '', summary: '', errors: 'two is one\n' });
});

describe('the activation of a push', () => {
  const RELEASE = 'booking@1.0.0-b';
  const step = ['activate', 'Activate'] as const;
  /** @param act what the command does after it has told the state, in which this commit is active */
  const answers = (act: string, active = '') =>
    `[ "$1" = status ] && echo '{"names":[{"name":"booking","commit":"${active}"}]}' && exit 0\n${act}`;

  test('gives the commit as the reason, and tells the later steps', async () => {
    commit('remote-booking/a.ts', 'a shorter form');
    expect(await runWith(answers('echo changed'), step, { RELEASE })).toMatchObject({
      code: 0,
      asked: expect.stringMatching(
        /^activate booking@1\.0\.0-b --site https:\/\/exemple\.fr --why [0-9a-f]{7,} a shorter form$/,
      ),
      outputs: 'activated=true\n',
      summary: 'changed\n',
    });
  });

  test.each(['released', 'active'])('does not replace a newer commit that is %s', async (where) => {
    const older = commit('remote-booking/a.ts', 'older');
    const newer = commit('remote-booking/a.ts', 'newer');
    const env = { RELEASE, GITHUB_SHA: older, LAST_RELEASED: where === 'released' ? newer : '' };
    const late = await runWith(answers('exit 1', where === 'active' ? newer : ''), step, env);
    expect(late).toMatchObject({
      code: 0,
      outputs: '',
      summary: `${RELEASE} is not activated: the newer commit ${newer} of booking is released.\n`,
    });
    const current = await runWith(answers('echo changed', newer), step, { ...env, GITHUB_SHA: newer });
    expect(current.outputs).toBe('activated=true\n');
  });

  test('of a held part ends well, and its summary says what keeps the release back', async () => {
    commit('remote-booking/a.ts', 'first');
    const refusal = 'booking is held by Ada because "slow", since change 2.';
    const held = await runWith(answers(`echo '${refusal}' >&2; exit 3`), step, { RELEASE });
    const summary = `${RELEASE} is published, not activated: ${refusal}\n`;
    expect(held).toMatchObject({ code: 0, outputs: '', summary, errors: `${refusal}\n` });
  });

  test('fails with the command', async () => {
    commit('remote-booking/a.ts', 'first');
    const failed = await runWith(answers('echo refused >&2; exit 1'), step, { RELEASE });
    expect(failed).toMatchObject({ code: 1, outputs: '', errors: 'refused\n' });
  });
});

test.each([
  ['', 'rollback booking'],
  ['1.0.0-a', 'rollback booking@1.0.0-a'],
])('a manual run rolls back to the release %j, with its reason as it was typed', async (EARLIER, words) => {
  const WHY = 'too "slow"; $(whoami)';
  expect(await runWith('echo back', ['rollback', 'Roll back'], { EARLIER, WHY })).toMatchObject({
    code: 0,
    asked: `${words} --site https://exemple.fr --why ${WHY}`,
    summary: 'back\n',
  });
});

test.each([
  ['activate', 'Visit', 0],
  ['visit-later', 'Visit again', 1],
])(
  'the step of %s, %s, that exits with code %i is in the summary, and the run stays green',
  async (job, name, code) => {
    const visited = await runWith(`echo "ended with ${code}"\nexit ${code}`, [job, name]);
    expect(visited).toMatchObject({
      code: 0,
      asked: 'visit --site https://exemple.fr',
      summary: `ended with ${code}\n`,
    });
  },
);
