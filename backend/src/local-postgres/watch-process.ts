import type { ChildProcess } from 'node:child_process';

const KEPT_LINES = 3;

interface Watched {
  /** Resolves when the process has ended, or could not be started. */
  readonly ended: Promise<{ readonly code: number | null; readonly lastLines: string }>;
  /** Resolves when a line of standard error contains the text; never after the process has ended. */
  said(text: string): Promise<void>;
}

/** Reads a process's standard error, of which nothing but the last lines is kept. */
export function watchProcess(child: ChildProcess): Watched {
  let lines: string[] = [];
  let unfinished = '';
  const listeners: ((line: string) => void)[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const [last = '', ...complete] = (unfinished + text).split('\n').reverse();
    unfinished = last;
    for (const line of complete.reverse()) {
      lines = [...lines, withoutTime(line)].slice(-KEPT_LINES);
      for (const listener of listeners) listener(line);
    }
  });
  return {
    ended: new Promise((resolve) => {
      const end = (code: number | null, reason: string) => resolve({ code, lastLines: lines.join(' / ') || reason });
      child.once('error', (error) => end(null, error.message));
      child.once('close', (code, signal) => end(code, `ended with ${signal ?? code}`));
    }),
    said: (text) =>
      new Promise((resolve) => {
        listeners.push((line) => line.includes(text) && resolve());
      }),
  };
}

/** PostgreSQL's lines start with the time and the process. */
const withoutTime = (line: string) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '');
