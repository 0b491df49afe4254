import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { PreviewOutcome, PreviewRequest } from './compose-preview';

const DEADLINE_MS = 15_000;
const MEMORY_MB = 512;

/** What the process is asked: it ends itself after the deadline, also when its parent is gone. */
export interface PreviewTask {
  readonly request: PreviewRequest;
  /** Milliseconds. */
  readonly deadline: number;
}

/** What the process answers. */
export type PreviewAnswer = { readonly outcome: PreviewOutcome } | { readonly error: string };

/**
 * Composes a preview in a process of its own, because nobody has yet decided to run these releases: one that loops or
 * exhausts its memory ends alone.
 */
export async function composeInProcess(
  dataDir: string,
  request: PreviewRequest,
  deadline = DEADLINE_MS,
): Promise<PreviewOutcome> {
  const child = fork(join(import.meta.dirname, '../bin/compose-preview.ts'), [], {
    execArgv: ['--import', 'tsx', `--max-old-space-size=${MEMORY_MB}`],
    env: { DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Nobody listens any more when a second error follows the first.
  child.on('error', () => undefined);
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const ended = once(child, 'exit').then(() => ({ error: `it did not end within ${deadline / 1000} s, or crashed` }));
    child.send({ request, deadline } satisfies PreviewTask, () => undefined);
    const answered = once(child, 'message').then(([answer]) => answer as PreviewAnswer);
    const answer = await Promise.race([answered, ended]);
    if ('error' in answer) throw new Error(answer.error);
    return answer.outcome;
  } finally {
    child.kill('SIGKILL');
  }
}
