import type { Connection } from '../database/database';
import { reasonOf, SetupError } from '../setup-error';
import type { EngineMessage } from './engine-messages';
import { startPglite } from './pglite-server';

const REPORT_MS = 500;

process.umask(0o077);
// The backend has ended, so that nobody is left to answer.
process.on('disconnect', () => process.exit());

const [dataDir = '', at = 'null'] = process.argv.slice(2);
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

try {
  const { stop, ...server } = await startPglite(dataDir, JSON.parse(at) as Connection | null, { onFailure, onAnswer });
  // Its only message asks for an orderly end.
  process.once('message', () => {
    stop().then(() => process.exit(0), onFailure);
  });
  report({ kind: 'ready', server });
} catch (error) {
  onFailure(error);
}
