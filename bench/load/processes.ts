import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuSeconds, readProcess } from '@site/tooling/process-costs';

export type Usage = Record<string, { readonly cpuSeconds: number; readonly megabytes: number }>;

/** CPU time and memory of each part's processes, from Linux' /proc. Shared memory is counted once (PSS). */
export function readUsage(parts: Record<string, readonly number[]>): Usage {
  return Object.fromEntries(
    Object.entries(parts).map(([name, pids]) => [
      name,
      {
        cpuSeconds: sum(pids.map(cpuSeconds)),
        megabytes: Math.round(sum(pids.map(megabytes))),
      },
    ]),
  );
}

function megabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command until it exits. @throws Error when its exit code is not 0 */
export async function run(command: string, args: readonly string[], { cwd, env }: RunOptions) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`);
}

interface Starting {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of Node. */
  readonly flags?: readonly string[];
}

/**
 * Starts a program that sends a message once it serves; `stop` waits until it has exited.
 * @throws Error when it ends before
 */
export async function startProgram<Message>(program: string, { args = [], env, flags = [] }: Starting) {
  const child = fork(program, args, {
    env: { ...process.env, ...env },
    execArgv: ['--import', 'tsx', ...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const served = once(child, 'message').then(([message]) => message as Message);
  const message = await Promise.race([served, exited.then(() => undefined)]);
  if (!message) throw new Error(`${program} did not start; see above.`);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { message, pid: child.pid ?? 0, stop };
}
