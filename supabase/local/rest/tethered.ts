import { type ChildProcess, spawn } from 'node:child_process';

// The shell holds the read end of a pipe from us and waits for it to close, which happens however
// we end: a killed parent leaves no orphan. Own session: Ctrl-C in a terminal is ours to handle.
const TETHER = `
  exec 3<&0
  "$0" </dev/null 3<&- &
  child=$!
  { read -r line <&3; kill -9 $child; } 2>/dev/null &
  guard=$!
  exec 3<&-
  wait $child
  status=$?
  kill -9 $guard 2>/dev/null
  exit $status`;

/** Starts a program without arguments that cannot outlive this process. */
export function spawnTethered(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe'];
  if (process.platform === 'win32') return spawn(program, { env, stdio });
  return spawn('/bin/sh', ['-c', TETHER, program], { env, stdio, detached: true });
}

/** Ends it at once and resolves when it is gone. */
export function cutTether(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (process.platform === 'win32') child.kill();
    else child.stdin?.end();
  });
}
