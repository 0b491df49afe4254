import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DeclaredType, DeclaredTypes } from '@site/contract/build';
import { type ModuleItem, printSync } from '@swc/core';
import { type Declaration, DeclarationGraph, type Target } from './declaration-graph';
import { type Node, nameOf, type Reference, rename } from './syntax';

const HASH_LENGTH = 16;
const SOURCE = /(?<!\.test|\.d)\.tsx?$/;

const running = new Map<string, Promise<DeclaredTypes>>();

/** Takes three seconds of processor time: builds in one process share it. */
export function describeTypes(context: string): Promise<DeclaredTypes> {
  const { resolve } = createRequire(join(context, 'package.json'));
  const files = { sharedUi: resolve('@site/shared-ui'), host: resolve('@site/contract/host') };
  const key = Object.values(files).join('\n');
  const types = running.get(key) ?? describeFiles(files).finally(() => running.delete(key));
  running.set(key, types);
  return types;
}

const describeFiles = async (files: Entries) => describeIn(await emitDeclarations(await entriesOf(files)), files);

type Entries = Readonly<Record<keyof DeclaredTypes, string>>;

/** The compiler emits declarations of other packages only for files that it is given: all of the contract. */
async function entriesOf({ sharedUi, host }: Entries): Promise<readonly string[]> {
  const contract = (await readdir(dirname(host))).map((file) => join(dirname(host), file));
  return [sharedUi, ...contract].filter((file) => SOURCE.test(file));
}

export function describeIn(emitted: ReadonlyMap<string, string>, files: Entries): DeclaredTypes {
  const graph = new DeclarationGraph(emitted);
  const host = graph.exportsOf(files.host).get('Host');
  if (!host || 'external' in host) throw new Error(`${files.host} has no interface Host.`);
  const describe = ([name, target]: [string, Target]): [string, DeclaredType] => [name, describeTarget(graph, target)];
  return {
    sharedUi: Object.fromEntries([...graph.exportsOf(files.sharedUi)].map(describe)),
    host: Object.fromEntries(membersOf(host).map(describe)),
  };
}

function membersOf({ nodes, ...host }: Declaration): [string, Declaration][] {
  const bodies = nodes.map((node) => ({ node, members: (node.body as Node).body as readonly Node[] }));
  const names = new Set(bodies.flatMap(({ members }) => members.map(({ key }) => nameOf(key) ?? '')));
  return [...names].map((name) => [
    name,
    {
      ...host,
      name: `host.${name}`,
      nodes: bodies.map(({ node, members }) => ({
        ...node,
        // `Host` would refer to the declaration that has all members.
        id: { ...(node.id as Node), value: 'host' },
        body: { ...(node.body as Node), body: members.filter(({ key }) => nameOf(key) === name) },
      })),
    },
  ]);
}

function describeTarget(graph: DeclarationGraph, target: Target): DeclaredType {
  const reached: Target[] = [target];
  const read: string[] = [];
  const hash = createHash('sha256');
  // Grows with what its own elements refer to.
  for (const declared of reached) {
    if ('external' in declared) continue;
    const written = declared.nodes.map((node) =>
      print(rename(node, { nameFor: ({ name }) => name, isAnonymous: false })),
    );
    read.push(...written);
    const nameFor = (reference: Reference) => numberOf(graph.follow(reference, declared), reached) ?? reference.name;
    for (const node of declared.nodes) hash.update(print(rename(node, { nameFor, isAnonymous: true })));
  }
  const from = [...new Set(reached.flatMap((entry) => ('external' in entry ? [entry.from] : [])))].sort();
  const external = reached[0] && 'external' in reached[0] ? [reached[0].external.replace('#', ': ')] : [];
  const text = [...external, ...read, ...from.map((source) => `// ${source}`)].join('\n');
  hash.update(JSON.stringify([external, from]));
  return { hash: hash.digest('hex').slice(0, HASH_LENGTH), text };
}

/** Writes a target as its position in the order of discovery, so that other names and files give the same hash. */
function numberOf(targets: readonly Target[], reached: Target[]): string | undefined {
  const numbers = targets.map((target) => {
    if ('external' in target) {
      if (!reached.some((entry) => 'external' in entry && entry.external === target.external)) reached.push(target);
      return target.external;
    }
    const at = reached.findIndex(
      (entry) => !('external' in entry) && entry.name === target.name && entry.file === target.file,
    );
    return `#${at < 0 ? reached.push(target) - 1 : at}`;
  });
  return targets.length === 0 ? undefined : numbers.join('+');
}

/** SWC's types require an interpreter, and SWC prints the empty one. */
const INTERPRETER = /^#!\n/;
const NO_PLACE = { start: 0, end: 0, ctxt: 0 };

function print(declaration: Node): string {
  const body = [declaration as unknown as ModuleItem];
  return printSync({ type: 'Module', span: NO_PLACE, body, interpreter: '' }).code.replace(INTERPRETER, '').trim();
}

const COMPILER = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const DECLARATION = /\.d\.ts$/;
const ASSETS = join(import.meta.dirname, '../../assets.d.ts');

/** Types are checked elsewhere. */
const OPTIONS = {
  target: 'ES2023',
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  rootDir: '/',
  noCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  removeComments: true,
  stripInternal: false,
};

/** Keys are paths of sources without endings. The compiler is a program: its JavaScript API writes no declarations. */
async function emitDeclarations(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // Installed packages contain their declarations.
  if (files.length === 0) return new Map();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'declarations-')));
  try {
    const project = join(folder, 'tsconfig.json');
    const outDir = join(folder, 'out');
    await writeFile(project, JSON.stringify({ compilerOptions: { ...OPTIONS, outDir }, files: [...files, ASSETS] }));
    await promisify(execFile)(process.execPath, [COMPILER, '-p', project]).catch((cause: { stdout?: string }) => {
      throw new Error(`The compiler could not write the declarations of ${files.join(', ')}:\n${cause.stdout}`, {
        cause,
      });
    });
    const written = (await readdir(outDir, { recursive: true })).filter((file) => DECLARATION.test(file));
    const read = async (file: string): Promise<[string, string]> => [
      `/${file.replace(DECLARATION, '')}`,
      await readFile(join(outDir, file), 'utf8'),
    ];
    return new Map(await Promise.all(written.map(read)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
