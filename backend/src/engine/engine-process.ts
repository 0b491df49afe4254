import type { Connection } from '../database/database';
import { reasonOf, UserError } from '../user-error';
import type { EngineMessage } from './engine-messages';
import { startPglite } from './pglite-server';

const REPORT_MS = 500;

process.umask(0o077);
// The backend has ended.
process.on('disconnect', () => process.exit());

const [dataDir = '', at = 'null'] = process.argv.slice(2);
let answered = 0;
let reportedAt = 0;

function report(message: EngineMessage): void {
  process.send?.(message);
}

// A timer would not fire while messages follow each other.
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
    isUserError: error instanceof UserError,
  };
  process.send?.(failure, () => process.exit(1));
}

async function start() {
  const { stop, ...server } = await startPglite(dataDir, JSON.parse(at) as Connection | null, { onFailure, onAnswer });
  // The only message to this process asks it to stop.
  process.once('message', () => {
    stop().then(() => process.exit(0), onFailure);
  });
  report({ kind: 'ready', server });
}
start().catch(onFailure);
