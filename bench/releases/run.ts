import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command until it exits. @throws Error when its exit code is not 0 */
export async function run(command: string, args: readonly string[], { cwd, env }: Place) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`);
}
