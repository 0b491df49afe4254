import { reasonOf, SetupError } from '../setup-error';
import type { EngineMessage, EngineOrder } from './engine-messages';
import { startPglite } from './pglite-server';

const REPORT_MS = 500;

process.umask(0o077);
// The backend has ended, so that nobody is left to answer.
process.on('disconnect', () => process.exit());

let answered = 0;
let reportedAt = 0;

function report(message: EngineMessage): void {
  process.send?.(message);
}

// At once, not by a timer: a timer waits while one message follows the other.
function onAnswer(): void {
  answered += 1;
  const now = performance.now();
  if (now - reportedAt < REPORT_MS) return;
  reportedAt = now;
  report({ kind: 'answered', count: answered });
}

function onFailure(error: unknown): void {
  const failure: EngineMessage = {
    kind: 'failed',
    reason: reasonOf(error),
    isMendable: error instanceof SetupError,
  };
  process.send?.(failure, () => process.exit(1));
}

let stop = () => Promise.resolve();

async function open({ dataDir, at }: Extract<EngineOrder, { kind: 'open' }>): Promise<void> {
  const { stop: close, ...server } = await startPglite(dataDir, at, { onFailure, onAnswer });
  stop = close;
  report({ kind: 'ready', server });
}

process.on('message', (order: EngineOrder) => {
  if (order.kind === 'open') open(order).catch(onFailure);
  else stop().then(() => process.exit(0), onFailure);
});
