import { readFileSync } from 'node:fs';

/** Ids of child processes, from /proc; none if the process has ended. */
export function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** The process of a backend's embedded engine. */
export function enginePid(backend: number): number {
  const isEngine = (pid: number) => {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return program === process.execPath && args.some((arg) => arg.endsWith('engine-process.ts'));
  };
  const [engine] = descendants(backend).filter(isEngine);
  if (engine === undefined) throw new Error(`No engine below ${backend}`);
  return engine;
}
