import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Done {
  readonly code: number | null;
  /** On stdout, then on stderr. */
  readonly output: string;
  /** Commands that ended with another code than 0. */
  readonly failed: readonly string[];
}

/** Runs commands in a shell that goes on after a failure, as somebody who types them does. */
export async function runScript(script: string, env: NodeJS.ProcessEnv, cwd: string): Promise<Done> {
  const traced = `trap 'echo "$BASH_COMMAND" >&3' ERR\n${script}\n`;
  const child = spawn('bash', ['-c', traced], { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [, ...streams] = child.stdio;
  const texts = await Promise.all(streams.map((stream) => (stream ? text(stream as NodeJS.ReadableStream) : '')));
  const [stdout = '', stderr = '', failed = ''] = texts;
  const [code] = (await ended) as [number | null];
  return { code, output: stdout + stderr, failed: failed.split('\n').filter(Boolean) };
}
