import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { collectStderrTail, kill, spawnBoundToParent } from '../bound-process';
import type { Connection, DatabaseServer } from '../database/database';
import { programArguments } from '../program';
import { UserError } from '../user-error';
import type { EngineMessage } from './engine-messages';

const PROGRAM = join(import.meta.dirname, `engine-process${extname(import.meta.filename)}`);
/** Longer than a responsive engine takes to stop. */
const STOP_MS = 600;

export interface Engine extends DatabaseServer {
  /** Number of clients' messages that were answered, as last reported. */
  answered(): number;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  kill(): Promise<void>;
}

/**
 * Starts the engine, which migrates the database and then accepts clients. The caller must hold the lock.
 * @param at where the previous engine listened; null for the first
 * @throws UserError
 */
export async function startEngine(dataDir: string, at: Connection | null): Promise<Engine> {
  const child = spawnBoundToParent({
    file: process.execPath,
    args: [...programArguments(PROGRAM), dataDir, JSON.stringify(at)],
    env: process.env,
    hasChannel: true,
  });
  const stderrTail = collectStderrTail(child);
  child.stderr?.pipe(process.stderr, { end: false });
  let answered = 0;
  let failure: Extract<EngineMessage, { kind: 'failed' }> | undefined;
  // The channel may deliver a last message after the exit of the process.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
    () => failure?.reason ?? stderrTail(),
  );
  const ready = new Promise<Omit<DatabaseServer, 'stop'>>((resolve) => {
    child.on('message', (message: EngineMessage) => {
      if (message.kind === 'ready') resolve(message.server);
      else if (message.kind === 'answered') answered = message.count;
      else failure = message;
    });
  });
  const server = await Promise.race([ready, ended]);
  if (typeof server === 'string') {
    throw failure?.isUserError ? new UserError(server) : new Error(`The embedded database did not start: ${server}`);
  }
  return { ...server, answered: () => answered, ended, stop: () => stop(child), kill: () => kill(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.connected) child.send('stop');
  const isEnded = child.exitCode !== null || once(child, 'exit').then(() => true);
  await Promise.race([isEnded, delay(STOP_MS, undefined, { ref: false })]);
  await kill(child);
}
