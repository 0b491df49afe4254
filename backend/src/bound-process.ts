import { type ChildProcess, spawn } from 'node:child_process';

// The shell kills the program when a pipe from this process closes. The pipe closes however this process ends, so a
// killed parent leaves no orphan, not even a hung one. Descriptor 3 may be the program's IPC channel. The shell has a
// session of its own, as this process handles Ctrl-C. It must not print "Killed" on the program's standard error.
const BINDING = `
  exec 9<&0
  "$0" "$@" </dev/null 9<&- &
  child=$!
  exec 2>/dev/null
  { exec 3<&-; read -r line <&9; kill -9 $child; } &
  guard=$!
  exec 9<&-
  wait $child
  status=$?
  kill -9 $guard
  exit $status`;

interface Program {
  readonly file: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly hasChannel?: boolean;
}

/** Starts a program that cannot outlive this process. On Windows a hung one may. */
export function spawnBoundToParent({ file, args = [], env, hasChannel = false }: Program): ChildProcess {
  const stdio: ('pipe' | 'ignore' | 'ipc')[] = ['pipe', 'ignore', 'pipe', ...(hasChannel ? ['ipc' as const] : [])];
  if (process.platform === 'win32') return spawn(file, args, { env, stdio });
  const shell = spawn('/bin/sh', ['-c', BINDING, file, ...args], { env, stdio, detached: true });
  // If the shell alone is killed, the program ends too.
  shell.once('exit', () => shell.stdin?.destroy());
  shell.stdin?.on('error', () => undefined);
  return shell;
}

/** Kills the program, even if it hangs. Resolves when it has ended. */
export function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (process.platform === 'win32') child.kill('SIGKILL');
    else child.stdin?.end();
  });
}

/** Collects a process's standard error. @returns a function that returns its last lines */
export function collectStderrTail(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk).slice(-2000);
  });
  child.once('error', (error) => {
    text += error.message;
  });
  return () => text.trim().split('\n').slice(-3).join(' / ') || 'it said nothing';
}
