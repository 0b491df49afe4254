import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { truncate } from '@site/terminal/terminal-text';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly words: readonly string[];
  readonly folder: string;
}

const COMMANDS = ['dev', 'start'] as const;
const HOT_SERVER = '@rspack/cli/bin/rspack.js';
const LONGEST_NAME = 60;

interface PortHolder {
  /** As in `node server.js (pid 12)`. */
  readonly name: string;
  /** Whether it is a command of this workspace, which also uses a data folder. */
  readonly isOwn: boolean;
}

/** Null when it cannot be found. @param root folder whose commands are recognised */
export async function findPortHolder(root: string, port: number): Promise<PortHolder | null> {
  const pid = await findListener(port).catch(() => null);
  const holder = pid && (await readProcess(pid));
  if (!holder) return null;
  const parent = await readProcess(holder.parent);
  const own = ownCommand(root, holder) ?? (isHotServer(root, holder) && parent && ownCommand(root, parent));
  return own ? { name: own, isOwn: true } : { name: `${nameOf(holder)} (pid ${holder.pid})`, isOwn: false };
}

function ownCommand(root: string, { pid, words, folder }: Process): string | null {
  const scripts = words.map((word) => resolve(folder, word));
  const command = COMMANDS.find((name) => scripts.includes(join(root, `release/dev/src/bin/${name}.ts`)));
  return command ? `this site's own "pnpm ${command}" (pid ${pid})` : null;
}

const isHotServer = (root: string, { words }: Process) =>
  words.some((word) => word.startsWith(root) && word.endsWith(HOT_SERVER));

function nameOf({ words: [program = '', ...args] }: Process): string {
  const script = args.find((word) => !word.startsWith('-') && /\.[cm]?[jt]s$/.test(word));
  const name = [program, ...(script ? [script] : [])].map((word) => basename(word)).join(' ');
  return truncate(name, LONGEST_NAME);
}

const findListener = (port: number) => (process.platform === 'linux' ? findInProc(port) : findWithLsof(port));

const readProcess = (pid: number) =>
  (process.platform === 'linux' ? readFromProc(pid) : readWithPs(pid)).catch(() => null);

const LISTENING = '0A';

/** Linux shows the sockets of all users, but the open files of a process only to its user. */
async function findInProc(port: number): Promise<number | null> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    .filter(([, local = '', , state]) => local.endsWith(address) && state === LISTENING)
    .map((columns) => `socket:[${columns[9]}]`);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const open = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
    if (open.some((target) => sockets.includes(target))) return Number(pid);
  }
  return null;
}

async function readFromProc(pid: number): Promise<Process> {
  const [words, status, folder] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
    readlink(`/proc/${pid}/cwd`),
  ]);
  return { pid, parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), words: words.split('\0'), folder };
}

const run = async (tool: string, ...args: string[]) => (await promisify(execFile)(tool, args)).stdout;

async function findWithLsof(port: number): Promise<number | null> {
  const found = /^p(\d+)/m.exec(await run('lsof', '-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp'));
  return found ? Number(found[1]) : null;
}

async function readWithPs(pid: number): Promise<Process> {
  const [parent, words, folder] = await Promise.all([
    run('ps', '-o', 'ppid=', '-p', String(pid)),
    run('ps', '-o', 'command=', '-p', String(pid)),
    run('lsof', '-a', '-d', 'cwd', '-p', String(pid), '-Fn'),
  ]);
  return { pid, parent: Number(parent), words: words.trim().split(' '), folder: /^n(.*)/m.exec(folder)?.[1] ?? '' };
}
