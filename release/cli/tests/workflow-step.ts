import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

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

const release = parse(readFileSync(join(__dirname, '../../../.github/workflows/release.yml'), 'utf8')) as Workflow;

/** Stands for GitHub's command: prints the commit of the last run that succeeded, or fails without one. */
const GH = '#!/bin/sh\n[ -n "$LAST_RELEASED" ] && echo "$LAST_RELEASED"\n';

/** Runs a step of the release workflow as GitHub does. @param folder receives its script and its outputs */
export async function runWorkflowStep(folder: string, { job, name, cwd, env }: Step) {
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
