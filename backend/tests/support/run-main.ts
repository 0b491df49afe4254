import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programArguments } from '@site/terminal/program';

const MAIN = join(__dirname, '../../bin/main.ts');

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The backend's process, started as the site starts it, but without backups unless `env` has BACKUP_DIR. */
export interface MainProcess {
  readonly child: ChildProcess;
  /** The message when ready; rejects if the process ends first. */
  readonly ready: Promise<{ readonly url: string; readonly anonKey: string; readonly mails: string }>;
  readonly exit: Promise<Exit>;
  stderr(): string;
}

export function runMain(env: Record<string, string>): MainProcess {
  const [program = '', ...args] = programArguments(MAIN);
  const child = fork(program, args, {
    env: { ...process.env, BACKUP_DIR: '', ...env },
    execArgv: [],
    silent: true,
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdout?.resume();
  // Not 'close', which is not emitted after disconnect() in the parent.
  const exit = Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'end')]).then(
    ([[code, signal]]): Exit => ({ code, signal }),
  );
  const ready = Promise.race([
    once(child, 'message').then(([message]) => message as { url: string; anonKey: string; mails: string }),
    exit.then(({ code }) => Promise.reject(new Error(`The backend ended with ${code}: ${stderr}`))),
  ]);
  // A test that expects the process to end does not await this.
  ready.catch(() => undefined);
  return { child, ready, exit, stderr: () => stderr };
}
