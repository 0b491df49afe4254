import { createRequire } from 'node:module';
import { exitWith } from '@site/release-core/user-error';
import { programArguments } from '@site/terminal/program';

/** @param error why the program ends; undefined after Ctrl-C and SIGTERM */
type Cleanup = (error?: unknown) => Promise<void> | void;

export interface Lifecycle {
  readonly signal: AbortSignal;
  readonly onEnd: (cleanup: Cleanup) => void;
  readonly fail: (error: unknown) => void;
}

export function runProgram(command: (life: Lifecycle) => Promise<void>) {
  const ending = new AbortController();
  const cleanups: Cleanup[] = [];

  const end = async (error?: unknown) => {
    if (ending.signal.aborted) return;
    ending.abort();
    for (const cleanup of cleanups.reverse()) await cleanup(error);
    if (error === undefined) process.exit(0);
    exitWith(error);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
  process.on('SIGHUP', () => void end());

  const fail = (error: unknown) => void end(error);
  command({ signal: ending.signal, onEnd: (cleanup) => void cleanups.push(cleanup), fail }).catch(fail);
}

const { resolve } = createRequire(import.meta.url);

type Program = `backend/bin/${'inbox' | 'incidents' | 'main'}`;

/**
 * The program is in the workspace's sources, the installed package or the artefact: `imports` of package.json names it.
 */
export const argumentsOf = (program: Program): string[] => programArguments(resolve(`#programs/${program}`));
