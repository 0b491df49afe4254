import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';

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

/**
 * Starts a program that sends a message once it serves; `stop` waits until it has exited.
 * @throws Error when it ends before
 */
export async function startProgram<Message>(program: string, args: readonly string[]) {
  const child = fork(program, args, {
    execArgv: ['--import', 'tsx'],
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
  return { message, stop };
}
