import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programArguments, UserError } from '@site/terminal/program';
import { backUp, restore } from '../../src/commands/back-up';
import { runOwnerCommand } from '../../src/commands/owner';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');

type Tool = 'inbox' | 'incidents' | 'owner' | 'backup' | 'restore' | 'types';
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the owner's commands to its end. */
export async function runTool(name: Tool, env: Record<string, string>, ...args: string[]): Promise<ProgramResult> {
  const file = join(ROOT, 'backend/bin', `${name}.ts`);
  const command = [...programArguments(file), ...args];
  // A restore applies the migrations of its backup to an empty database.
  const { EMPTY_DATABASE_TEMPLATE = '' } = process.env;
  const template = name === 'restore' ? { DATABASE_TEMPLATE: EMPTY_DATABASE_TEMPLATE } : {};
  const running = run(process.execPath, command, { env: { ...process.env, ...template, ...env } });
  const { stdout, stderr } = await running.catch((failed: ProgramResult) => failed);
  return { code: running.child.exitCode ?? -1, stdout, stderr };
}

const MAIN = join(__dirname, '../../bin/main.ts');

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The backend's process, started as the site starts it, but without backups unless `env` has BACKUP_DIR. */
export interface MainProcess {
  readonly child: ChildProcess;
  /** The message when ready; rejects if the process ends first. */
  readonly ready: Promise<{ readonly url: string; readonly anonKey: string; readonly mails: string }>;
  readonly exit: Promise<Exit>;
  stderr(): string;
}

export function runMain(env: Record<string, string>): MainProcess {
  const [program = '', ...args] = programArguments(MAIN);
  const child = fork(program, args, { env: { ...process.env, BACKUP_DIR: '', ...env }, execArgv: [], silent: true });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdout?.resume();
  // The event 'close' is not emitted after disconnect() in the parent.
  const exit = Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'end')]).then(
    ([[code, signal]]): Exit => ({ code, signal }),
  );
  const ready = Promise.race([
    once(child, 'message').then(([message]) => message as { url: string; anonKey: string; mails: string }),
    exit.then(({ code }) => Promise.reject(new Error(`The backend ended with ${code}: ${stderr}`))),
  ]);
  // A test that expects the process to end does not await this.
  ready.catch(() => undefined);
  return { child, ready, exit, stderr: () => stderr };
}

type Warn = (line: string) => void;
type Env = Readonly<Record<string, string>>;

const commands = {
  owner: (args: string[], env: NodeJS.ProcessEnv) => runOwnerCommand(args, env),
  backup: (args: string[], env: NodeJS.ProcessEnv) => backUp(args, env),
  restore: (args: string[], env: NodeJS.ProcessEnv, warn: Warn) => withEmptyTemplate(() => restore(args, env, warn)),
};

/** Runs one of the owner's commands in this process. Rejects with an error that is none of the user's. */
export async function runCommand(name: keyof typeof commands, env: Env, ...args: string[]): Promise<ProgramResult> {
  const warnings: string[] = [];
  const warn = (line: string) => warnings.push(`${line}\n`);
  try {
    const text = await commands[name](args, { ...process.env, ...env }, warn);
    return { code: 0, stdout: `${text}\n`, stderr: warnings.join('') };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { code: 1, stdout: '', stderr: `${error.message}\n` };
  }
}

/** A restore applies the migrations of its backup to an empty database. */
async function withEmptyTemplate<Result>(work: () => Promise<Result>): Promise<Result> {
  const { DATABASE_TEMPLATE = '', EMPTY_DATABASE_TEMPLATE = '' } = process.env;
  process.env.DATABASE_TEMPLATE = EMPTY_DATABASE_TEMPLATE;
  return work().finally(() => {
    process.env.DATABASE_TEMPLATE = DATABASE_TEMPLATE;
  });
}

/** Ids of child processes, from /proc; none if the process has ended. */
export function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** The first process of the PostgreSQL of a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'database/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

export function everything(folder: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? everything(path) : [path];
  });
  return [folder, ...below];
}

/** Undefined for a draft that was renamed since the folder was listed. */
const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Files that other users of the machine can access. */
export function openToOthers(folder: string): string[] {
  return everything(folder).filter((path) => {
    const status = statOf(path);
    return status && !status.isSymbolicLink() && (status.mode & 0o077) !== 0;
  });
}
