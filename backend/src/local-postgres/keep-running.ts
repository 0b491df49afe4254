import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port';
import { reasonOf } from '../user-error';
import { type LocalServer, startServer } from './server';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that ran for longer has not failed in a row. */
const STABLE_MS = 60_000;

/**
 * Starts the PostgreSQL of DATA_DIR, and starts it again on the same port whenever it ends: at once, then after growing
 * pauses. The caller must hold the lock of the data folder.
 * @throws UserError when it does not start for the first time
 */
export async function keepRunning(dataDir: string): Promise<Pick<LocalServer, 'connection' | 'stop'>> {
  const ending = new AbortController();
  const port = await freePort();
  const first = await startServer(dataDir, port);
  let server: LocalServer | null = first;

  const supervise = async () => {
    let pauseMs = 0;
    for (;;) {
      const startedAt = performance.now();
      const reason = await server?.ended;
      if (ending.signal.aborted) return;
      if (performance.now() - startedAt > STABLE_MS) pauseMs = 0;
      if (reason) console.error(`Backend: PostgreSQL has ended (${reason}): forms answer 503 until it runs again.`);
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      pauseMs = Math.min(2 * pauseMs || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      server = await restart(dataDir, port);
    }
  };
  const supervised = supervise();
  return {
    connection: first.connection,
    stop: async () => {
      ending.abort();
      await server?.stop();
      await supervised;
      // One that was just being started.
      await server?.stop();
    },
  };
}

async function restart(dataDir: string, port: number): Promise<LocalServer | null> {
  try {
    const server = await startServer(dataDir, port);
    console.error('Backend: PostgreSQL runs again.');
    return server;
  } catch (error) {
    console.error(`Backend: ${reasonOf(error)}`);
    return null;
  }
}
