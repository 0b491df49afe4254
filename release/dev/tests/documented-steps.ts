import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify, stripVTControlCharacters } from 'node:util';
import { findFreePorts } from '@site/release-server/start/listen';

interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

const servers = new Map<string, ChildProcess>();
const NO_OUTPUT_LIMIT = Number.POSITIVE_INFINITY;

export async function run(line: string, { cwd, env }: Surroundings): Promise<string> {
  const settings = { cwd, env: { ...process.env, ...env }, maxBuffer: NO_OUTPUT_LIMIT, shell: '/bin/bash' };
  const answer = await promisify(exec)(line, settings).catch((cause: { stdout?: string; stderr?: string }) => {
    throw new Error(`${line} failed:\n${cause.stdout}\n${cause.stderr}`, { cause });
  });
  return answer.stdout;
}

function start(name: string, child: ChildProcess) {
  servers.set(name, child);
  child.once('exit', () => servers.delete(name));
  return child;
}

export async function startDocumentedServer(line: string, { cwd, env }: Surroundings): Promise<void> {
  const child = start(
    line,
    // A separate process group, since npm does not end its child processes.
    spawn('/bin/bash', ['-c', line], { cwd, env: { ...process.env, ...env }, stdio: 'pipe', detached: true }),
  );
  await printed(child, /compiled successfully/);
}

export async function startRegistry(tools: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(tools, 'package.json'), join(folder, 'package.json'));
  await run('npm install --no-package-lock', { cwd: folder });
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'users'), max_users: -1 } },
    packages: { '@site/*': { access: '$all', publish: '$anonymous' } },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  };
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const [port] = await findFreePorts(1);
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const words = [program, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
  const child = start('registry', spawn(process.execPath, words, { stdio: 'pipe', detached: true }));
  await printed(child, /http address/);
  return `http://127.0.0.1:${port}/`;
}

async function printed(child: ChildProcess, sign: RegExp): Promise<void> {
  const seen: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => seen.push(text));
  if (!child.stdout) throw new Error('The process has no output.');
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    // The bundler writes colours where CI is set.
    if (sign.test(stripVTControlCharacters(line))) {
      // Drains the remaining output, since a full pipe would block the process.
      child.stdout.resume();
      return;
    }
    seen.push(line);
  }
  throw new Error(`The process ended before it was ready:\n${seen.join('\n')}`);
}

export async function endServers(...names: readonly string[]): Promise<void> {
  for (const [name, child] of servers) {
    if (names.length > 0 && !names.includes(name)) continue;
    const ended = once(child, 'exit');
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

type WorkingFolder = 'this repository' | "the team's folder";

export type Step =
  | { readonly file: string; readonly content: string }
  | { readonly place: WorkingFolder; readonly lines: readonly string[] };

const SECTION = /^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm;
const BLOCK = /(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;

export function readDocument(file: string): ReadonlyMap<string, readonly Step[]> {
  const text = readFileSync(file, 'utf8');
  return new Map([...text.matchAll(SECTION)].map(([, title = '', body = '']) => [title, stepsOf(body)]));
}

const stepsOf = (body: string): readonly Step[] =>
  [...body.matchAll(BLOCK)].map(([, file, language, content = '']) => {
    if (file) return { file, content };
    const [first = '', ...lines] = content.trim().split('\n');
    if (language === 'sh' && isWorkingFolder(first.slice('# in '.length))) {
      return { place: first.slice('# in '.length) as WorkingFolder, lines };
    }
    throw new Error(`A block begins with "${first}": name its file above it, or where it is typed.`);
  });

const isWorkingFolder = (text: string): text is WorkingFolder =>
  text === 'this repository' || text === "the team's folder";
