import { type ChildProcess, spawn } from 'node:child_process';

// The shell holds the read end of a pipe from us and waits for it to close, which happens however
// we end: a killed parent leaves no orphan, not even one that no longer reacts. Descriptor 3 may be
// the program's channel to us. Own session: Ctrl-C in a terminal is ours to handle. Standard error is
// the program's alone: the shell would print "Killed" on it.
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

type Program = {
  file: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  /** Whether it exchanges messages with this process. */
  hasChannel?: boolean;
};

/** Starts a program that cannot outlive this process. */
export function spawnBoundToParent({ file, args = [], env, hasChannel = false }: Program): ChildProcess {
  const stdio: ('pipe' | 'ignore' | 'ipc')[] = ['pipe', 'ignore', 'pipe', ...(hasChannel ? ['ipc' as const] : [])];
  if (process.platform === 'win32') return spawn(file, args, { env, stdio });
  const shell = spawn('/bin/sh', ['-c', BINDING, file, ...args], { env, stdio, detached: true });
  // Where somebody ends the shell alone, the program ends too.
  shell.once('exit', () => shell.stdin?.destroy());
  shell.stdin?.on('error', () => undefined);
  return shell;
}

/** Ends it at once, however it is, and resolves when it is gone. */
export function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (process.platform === 'win32') child.kill('SIGKILL');
    else child.stdin?.end();
  });
}

/** Collects what a process writes on standard error; the function gives the end of it. */
export function collectLastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk).slice(-2000);
  });
  child.once('error', (error) => {
    text += error.message;
  });
  return () => text.trim().split('\n').slice(-3).join(' / ') || 'it said nothing';
}
