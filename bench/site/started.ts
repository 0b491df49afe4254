import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Started {
  readonly name: string;
  readonly address: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

interface Starting {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Starts a process; `stop` waits until it has exited. @throws Error when the command does not exist */
export async function start({
  name,
  command,
  args,
}: Starting): Promise<Omit<Started, 'address'> & { child: ChildProcess }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child, 'spawn');
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { name, pid: child.pid ?? 0, stop, child };
}

export async function firstLine({
  name,
  child,
}: {
  readonly name: string;
  readonly child: ChildProcess;
}): Promise<string> {
  if (child.stdout) for await (const line of createInterface(child.stdout)) return line;
  throw new Error(`${name} ended before it served.`);
}
