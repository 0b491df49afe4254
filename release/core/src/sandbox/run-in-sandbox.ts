import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { PageData } from '@site/contract/page-data';
import type { ShellScript } from '@site/contract/shell-build';
import { truncate } from '@site/terminal/output';
import { UserError } from '../user-error';
import { type Defences, findDefences, lastWords, nodeFlags, SANDBOX_ENV, SANDBOX_SCRIPT } from './defences';

/** The code that one process evaluates: a shell and at most one remote. `sandbox-process.mjs` reads it. */
export interface SandboxRequest {
  readonly shell: NodeFile & { readonly base: string };
  readonly base?: string;
  readonly modules?: Readonly<Record<string, NodeFile>>;
  readonly data?: PageData;
  readonly script?: ShellScript;
  readonly jobs: readonly SandboxJob[];
}

interface NodeFile {
  readonly filename: string;
  readonly source: string;
}

export type SandboxJob =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly ahead: readonly string[];
      readonly module?: string;
    }
  | { readonly kind: 'rootFiles' }
  | { readonly kind: 'offers' };

/** Untrusted: the code of the releases can write anything. */
export type SandboxAnswer = { readonly text: string } | { readonly failure: string };

const HEAD_BYTES = 5;
const LONGEST_FAILURE = 300;

/** Bytes of one answer. A page has about 50 kB. */
export const LONGEST_ANSWER = 1024 * 1024;

/** The code of a release can write anything here. The format is flat, so that reading costs no more than the bytes. */
export function answerReader(expected: number) {
  const answers: SandboxAnswer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let missing = HEAD_BYTES;

  const take = (): boolean => {
    const [status = 0] = rest;
    const length = rest.readUInt32BE(1);
    if (status > 1 || length > LONGEST_ANSWER) return false;
    missing = HEAD_BYTES + length - rest.length;
    if (missing > 0) return true;
    const text = rest.toString('utf8', HEAD_BYTES, HEAD_BYTES + length);
    answers.push(status === 1 ? { text } : { failure: truncate(text, LONGEST_FAILURE) });
    rest = rest.subarray(HEAD_BYTES + length);
    missing = HEAD_BYTES - rest.length;
    return true;
  };

  return {
    answers: answers as readonly SandboxAnswer[],
    /** Returns false for an invalid answer, or for one too many. */
    read: (chunk: Buffer): boolean => {
      chunks.push(chunk);
      missing -= chunk.length;
      if (missing > 0) return true;
      rest = Buffer.concat([rest, ...chunks]);
      chunks = [];
      while (missing <= 0) {
        if (answers.length === expected) return rest.length === 0;
        if (!take()) return false;
      }
      return true;
    },
  };
}

const DEADLINE_MS = 15_000;
const LONGEST_WORDS = 10_000;
const NO_LIMIT = 'its process could not be forbidden to open files';

/** Only tests set these. */
interface SandboxOptions {
  readonly deadline?: number;
  readonly defences?: Defences;
}

/** Returns one answer per job; jobs that were not reached have failed. @throws UserError when no process can start */
export async function runInSandbox(
  request: SandboxRequest,
  { deadline = DEADLINE_MS, defences }: SandboxOptions = {},
): Promise<readonly SandboxAnswer[]> {
  const { wrapper, filesLimit = [] } = defences ?? (await findDefences());
  const child = start([...wrapper, process.execPath, ...nodeFlags(), SANDBOX_SCRIPT]);
  const { answers, read } = answerReader(request.jobs.length);
  let failure: string | undefined;
  let words = '';
  const end = (why: string) => {
    failure = why;
    kill(child);
  };
  const timer = setTimeout(() => end(`it did not end within ${deadline / 1000} s`), deadline);
  const endWithParent = () => kill(child);
  process.once('exit', endWithParent);
  const send = () => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!read(chunk)) end('its answer has another form, or is longer than 1 MB');
      else if (answers.length === request.jobs.length) kill(child);
    });
    child.stdin?.write(`${JSON.stringify(request)}\n`);
  };
  // Its first byte says that it has started, and waits for the request.
  child.stdout?.once('data', () => forbidNewFiles(child, filesLimit).then(send, () => end(NO_LIMIT)));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LONGEST_WORDS);
  });
  try {
    await once(child, 'close');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UserError(`This machine cannot start another process (${code}): end some, then try again.`, { cause });
  } finally {
    clearTimeout(timer);
    process.off('exit', endWithParent);
    kill(child);
  }
  const last = lastWords(words);
  failure ??= `its process crashed, exited or exceeded a limit before it had answered${last && `: "${last}"`}`;
  const otherwise = { failure };
  return request.jobs.map((_, at) => answers[at] ?? otherwise);
}

/** Starts a separate process group, so that a signal to it reaches neither this process nor its terminal. */
function start([file = '', ...args]: readonly string[]): ChildProcess {
  const child = spawn(file, args, {
    detached: true,
    env: SANDBOX_ENV,
    cwd: '/',
    stdio: 'pipe',
  });
  // The child may exit before it has read the request.
  child.stdin?.on('error', () => undefined);
  return child;
}

/** Afterwards, the kernel lets the process open no further file, socket or pipe. */
async function forbidNewFiles({ pid }: ChildProcess, [file, ...args]: readonly string[]): Promise<void> {
  if (file) await promisify(execFile)(file, [...args, `--pid=${pid}`], { env: SANDBOX_ENV });
}

/** Kills the whole group: the first process may be a wrapper. */
function kill(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended, or this is Windows, which has no process groups.
    child.kill('SIGKILL');
  }
}
