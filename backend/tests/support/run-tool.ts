import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programArguments } from '@site/terminal/program';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');

export type Tool = 'inbox' | 'incidents' | 'owner' | 'backup' | 'restore' | 'types';
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the owner's commands to its end. */
export function runTool(name: Tool, env: Record<string, string>, ...args: string[]): Promise<Printed> {
  return startTool(name, env, ...args).printed;
}

/** Starts a command, for a test that kills it. */
export function startTool(
  name: Tool,
  env: Record<string, string>,
  ...args: string[]
): { child: ChildProcess; printed: Promise<Printed> } {
  const file = join(ROOT, name === 'inbox' ? 'inbox' : 'backend', 'bin', `${name}.ts`);
  const command = [...programArguments(file), ...args];
  // A restore applies the migrations of its backup to an empty database.
  const { EMPTY_DATABASE_TEMPLATE = '' } = process.env;
  const template = name === 'restore' ? { DATABASE_TEMPLATE: EMPTY_DATABASE_TEMPLATE } : {};
  const running = run(process.execPath, command, { env: { ...process.env, ...template, ...env } });
  const { child } = running;
  const printed = running.catch((failed: Printed) => failed);
  return { child, printed: printed.then(({ stdout, stderr }) => ({ code: child.exitCode ?? -1, stdout, stderr })) };
}
