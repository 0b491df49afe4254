import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { programArguments } from '@site/terminal/program';

export interface RunningDev {
  readonly process: ChildProcess;
  /** Resolves with the first match in the output since the last match. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const started = new Set<ChildProcess>();

export function endAllDev() {
  for (const child of started) child.kill('SIGTERM');
}

/** Runs `pnpm dev <names>` of a workspace. */
export function startDev(workspace: string, env: Record<string, string>, ...names: string[]): RunningDev {
  // Without colours, since tests read the output.
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const dev = spawn(process.execPath, [...programArguments('release/dev/src/bin/dev.ts'), ...names], {
    cwd: workspace,
    env: { ...inherited, NO_COLOR: '1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(dev);
  let unread = '';
  let stderr = '';
  let look: (() => void) | undefined;
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      unread += text;
      if (stream === dev.stderr) stderr += text;
      look?.();
    });
  }
  const ended = once(dev, 'close').then(([code]) => {
    started.delete(dev);
    return { code: code as number | null, stderr };
  });
  const printed = (pattern: RegExp) => {
    const match = new Promise<RegExpExecArray>((resolve) => {
      look = () => {
        const match = pattern.exec(unread);
        if (!match) return;
        unread = unread.slice(match.index + match[0].length);
        look = undefined;
        resolve(match);
      };
      look();
    });
    const early = ended.then(() => Promise.reject(new Error(`It ended without ${pattern}. ${unread}`)));
    return Promise.race([match, early]);
  };
  return { process: dev, printed, ended };
}
