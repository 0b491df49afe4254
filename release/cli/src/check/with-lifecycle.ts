import { ReportedError } from '@site/release-core/user-error';
import type { Lifecycle } from '@site/server/lifecycle';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The cleanups run in reverse order, also when the action fails or a signal interrupts it. */
export async function withLifecycle<Result>(action: (life: Lifecycle) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const cleanups: Parameters<Lifecycle['onEnd']>[0][] = [];
  let fail: Lifecycle['fail'] = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const interrupt = () => fail(new ReportedError('The command was interrupted.'));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  const onEnd: Lifecycle['onEnd'] = (cleanup) => void cleanups.push(cleanup);
  try {
    return await Promise.race([action({ signal: ending.signal, onEnd, fail }), failed]);
  } finally {
    ending.abort();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}
