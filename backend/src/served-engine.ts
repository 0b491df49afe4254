import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './database/database';
import { reconnecting } from './database/reconnecting';
import { type Engine, startEngine } from './engine/engine';
import { isEngineHeld } from './engine/lock';
import { watch } from './engine/watchdog';
import type { ServedDatabase } from './served-database';

/** An engine that keeps failing must not keep the machine busy. */
const RESTART_MS = 60_000;

interface Watched {
  readonly engine: Engine;
  readonly endWatch: () => void;
}

/**
 * Serves the embedded database. When its process hangs or ends, it is restarted, once a minute at most. The caller must
 * hold the lock of the data folder.
 * @param onFailure called if the restart fails
 * @throws UserError
 */
export async function serveEngine(dataDir: string, onFailure: (error: unknown) => void): Promise<ServedDatabase> {
  const ending = new AbortController();
  let restartedAt = Number.NEGATIVE_INFINITY;
  let current: Watched | null = null;

  const start = async (at: Connection | null): Promise<Watched> => {
    const engine = await startEngine(dataDir, at);
    const watched = { engine, endWatch: watchEngine(engine, dataDir, (reason) => void replace(watched, reason)) };
    void engine.ended.then((reason) => replace(watched, `ended by itself (${reason})`));
    return watched;
  };

  const replace = async (failed: Watched, reason: string) => {
    if (current !== failed || ending.signal.aborted) return;
    current = null;
    const since = new Date();
    try {
      await end(failed);
      await delay(restartedAt + RESTART_MS - performance.now(), undefined, { signal: ending.signal });
      restartedAt = performance.now();
      const next = await start(failed.engine.connection);
      if (ending.signal.aborted) {
        await end(next);
        return;
      }
      current = next;
      console.error(
        `Backend: the embedded database ${reason}: it was started again, and answers after ${seconds(Date.now() - since.getTime())} (since ${since.toISOString()}).`,
      );
    } catch (error) {
      if (!ending.signal.aborted) onFailure(error);
    }
  };

  const first = await start(null);
  current = first;
  return {
    connection: first.engine.connection,
    stop: async () => {
      ending.abort();
      const last = current;
      current = null;
      last?.endWatch();
      await last?.engine.stop();
    },
  };
}

async function end({ engine, endWatch }: Watched): Promise<void> {
  endWatch();
  await engine.kill();
}

function watchEngine(engine: Engine, dataDir: string, onFailure: (reason: string) => void): () => void {
  const database = reconnecting(engine.connection);
  const endWatch = watch({
    ask: () => database.query('select 1'),
    answered: engine.answered,
    isHeld: () => isEngineHeld(dataDir),
    onHung: (silentMs) => onFailure(`did not answer for ${seconds(silentMs)}`),
  });
  return () => {
    endWatch();
    // Not awaited: a hung engine does not answer.
    void database.close();
  };
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
