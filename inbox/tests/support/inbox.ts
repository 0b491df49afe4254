import type { Printed } from '@site/backend/tests/support/run-tool';
import { runInbox } from '../../src/run-inbox';

/** Runs `npx pnpm inbox <args>` in this process; other tests run it as a separate process. */
export async function inbox(env: Record<string, string>, ...args: string[]): Promise<Printed> {
  const answer = await runInbox(args, { env, width: undefined });
  return answer.ok
    ? { code: 0, stdout: answer.text, stderr: '' }
    : { code: 1, stdout: '', stderr: `${answer.reason}\n` };
}
