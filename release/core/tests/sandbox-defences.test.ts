import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { testWhere } from '@site/backend/tests/support/cases';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import {
  type Defences,
  defencesFor,
  defencesNotice,
  findDefences,
  foreignRefusal,
  nodeFlags,
  SANDBOX_ENV,
  tryDefences,
} from '../src/sandbox/defences';
import { runInSandbox } from '../src/sandbox/run-in-sandbox';

const ALONE: Defences = { wrapper: [], missing: [], isIsolated: false };
const script = join(__dirname, 'try-everything.mjs');
const { status } = spawnSync('unshare', ['--user', '--map-root-user', '--net', '--mount', 'true']);
const testWithNamespaces = testWhere(status === 0, 'this machine has no user namespaces');
const testOnLinux = testWhere(process.platform === 'linux', 'only Linux ends processes with their parent');

let folder: string;
let server: Server;
let port: string;
let defences: Defences;

beforeAll(async () => {
  defences = await findDefences();
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as { port: number }).port);
});

afterAll(() => server.close());

beforeEach(() => {
  folder = temporaryFolder();
});

async function tryEverything(command: readonly string[]): Promise<Record<string, string>> {
  const [file = '', ...args] = [...command, script, port, join(folder, 'marker'), String(process.pid)];
  const { stdout } = await promisify(execFile)(file, args, { env: SANDBOX_ENV, cwd: '/' });
  return JSON.parse(stdout) as Record<string, string>;
}

const ALLOWED = { computes: 'done' };
const NODE_DENIES = {
  'reads a file': 'ERR_ACCESS_DENIED',
  'lists a folder': 'ERR_ACCESS_DENIED',
  'reads the environment of its parent': 'ERR_ACCESS_DENIED',
  'writes a file': 'ERR_ACCESS_DENIED',
  'starts a process': 'ERR_ACCESS_DENIED',
  'starts a thread': 'ERR_ACCESS_DENIED',
  'loads an addon': 'ERR_DLOPEN_DISABLED',
  'opens an inspector': 'ERR_ACCESS_DENIED',
};
const LINUX_DENIES = {
  'signals its parent': 'ESRCH',
  // Node's permissions include the network from 25 on.
  'opens a connection': process.allowedNodeEnvironmentFlags.has('--allow-net') ? 'ERR_ACCESS_DENIED' : 'ENETUNREACH',
  'allocates 4 GB': 'Array buffer allocation failed',
};

test("Node's permissions alone restrict code that has all of Node, on any system", async () => {
  const results = await tryEverything([process.execPath, ...nodeFlags(script)]);
  expect(results).toMatchObject({ ...NODE_DENIES, ...ALLOWED });
});

testWithNamespaces(
  'code that has all of Node reaches no network, no other process and no memory beyond its limit',
  async () => {
    expect(defences.missing).toEqual([]);
    const results = await tryEverything([
      ...(await tryDefences(defencesFor(script))).wrapper,
      process.execPath,
      ...nodeFlags(script),
    ]);
    expect(results).toEqual({ ...NODE_DENIES, ...LINUX_DENIES, ...ALLOWED });
    expect(existsSync(join(folder, 'marker'))).toBe(false);
  },
);

testWithNamespaces('without Node’s permissions, code still sees only the programs of the machine', async () => {
  // Without the limit on memory, which a thread exceeds from Node 24 on: that would end the process.
  const [, ...others] = defencesFor(script);
  const { wrapper } = await tryDefences(others);
  const results = await tryEverything([...wrapper, process.execPath, '--no-warnings']);
  expect(results).toMatchObject({
    'reads a file': 'ENOENT',
    'reads the environment of its parent': 'ENOENT',
    'writes a file': 'ENOENT',
    'opens a connection': 'ENETUNREACH',
    'signals its parent': 'ESRCH',
  });
});

testWithNamespaces('code in the namespaces can neither mount nor create a namespace', async () => {
  for (const attempt of ['unshare --mount true', 'unshare --user --map-root-user --mount true']) {
    const [file = '', ...args] = [...defences.wrapper, ...attempt.split(' ')];
    await expect(promisify(execFile)(file, args, { env: SANDBOX_ENV })).rejects.toThrow('Operation not permitted');
  }
});

/** Visits all that a shell can reach, and answers with the names of the classes and functions found. */
const WALK = `
  const { EventEmitter } = require('events');
  let real;
  const emit = EventEmitter.prototype.emit;
  EventEmitter.prototype.emit = function (...words) { real ??= this; return emit.apply(this, words); };
  Buffer(1);
  const found = new Set();
  const seen = new Set();
  const look = (value) => {
    const isNode = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (isNode && !seen.has(value)) seen.add(value), queue.push(value);
  };
  const queue = [];
  const walk = () => {
    for (const value of queue) {
      if (typeof value === 'function') found.add(value.name);
      for (const key of Reflect.ownKeys(value)) {
        const { get, value: one } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
        look(one), look(get);
        try { look(value[key]); } catch {}
      }
      look(Object.getPrototypeOf(value));
    }
  };
  exports.render = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    for (const name of MODULES) look(require(name));
    for (const value of [globalThis, real, new Error(), async () => {}, function* () {}, setTimeout(() => 0), console]) look(value);
    walk();
    return JSON.stringify({ isRealProcess: real?.title !== undefined, found: [...found] });
  };`.replace('MODULES', JSON.stringify(['async_hooks', 'buffer', 'crypto', 'events', 'stream', 'url', 'util']));

test('with Node alone, a shell reaches no class that opens anything', async () => {
  const jobs = [{ kind: 'page' as const, path: '/', ahead: [] }];
  const [answer] = await runInSandbox({ ...request(WALK), jobs }, { defences: ALONE });
  const { found, isRealProcess } = JSON.parse(answer && 'text' in answer ? answer.text : JSON.stringify(answer));
  expect(isRealProcess).toBe(true);
  expect(found).toEqual(expect.arrayContaining(['EventEmitter', 'Transform', 'AsyncLocalStorage']));
  const opening =
    /^(Agent|Client|Pool|Dispatcher|postMessage|structuredClone|compileStreaming|Socket|Server|Pipe|TCP|TTY|UDP|Worker|ChildProcess|Process|FSReqCallback|ReadStream|WriteStream|FileHandle|fetch|WebSocket|EventSource|binding|dlopen|kill|connect|open\w*|read\w*FileSync|spawn\w*|execve|execFile\w*|execSync)$/;
  expect(found.filter((name: string) => opening.test(name))).toEqual([]);
});

testOnLinux('without namespaces, the kernel lets the code of a release open nothing, whatever it reaches', async () => {
  // A machine whose kernel gives no namespaces behaves so.
  const absent = { command: ['no-such-program'], without: 'namespaces', isIsolation: true } as const;
  const defences = await tryDefences([...defencesFor(script).filter(({ isIsolation }) => !isIsolation), absent]);
  expect(defences).toMatchObject({ isIsolated: false, filesLimit: ['prlimit', '--nofile=0:0'] });
  const before = new Set(childrenOf(process.pid));
  const answer = runInSandbox(request('for (;;);'), { defences });
  const limited = () =>
    childrenOf(process.pid).find((pid) => !before.has(pid) && /^Max open files +0 +0 /m.test(readProc(pid, 'limits')));
  let pid = limited();
  for (; pid === undefined; pid = limited()) await delay(20);
  process.kill(pid, 'SIGKILL');
  expect(await answer).toEqual([{ failure: expect.stringContaining('its process crashed') }]);
});

test('a machine on which not even Node alone starts is told so with the cause', async () => {
  const broken = join(folder, 'node');
  writeFileSync(broken, '#!/bin/sh\necho "# Fatal process out of memory: no room \u001b[2J" >&2\nexit 133\n', {
    mode: 0o755,
  });
  const execPath = jest.replaceProperty(process, 'execPath', broken);
  await expect(tryDefences([])).rejects.toThrow(
    `Node ${process.version} ends at once, with "Fatal process out of memory: no room  [2J". Use another version of Node.`,
  );
  execPath.restore();
});

test('a machine that lacks a defence uses the others, and reports which one is missing', async () => {
  const tried = await tryDefences([
    { command: ['/bin/sh', '-c', 'exec "$@"', 'sh'], without: 'the first' },
    { command: ['no-such-program', '--flag'], without: 'the second' },
    { command: ['/usr/bin/env', 'A=1'], without: 'the third' },
    { command: ['/bin/sh', '-c', 'ulimit -v 200000 && exec "$@"', 'sh'], without: 'too low a limit' },
  ]);
  expect(tried).toEqual({
    wrapper: ['/bin/sh', '-c', 'exec "$@"', 'sh', '/usr/bin/env', 'A=1'],
    missing: ['the second', 'too low a limit'],
    isIsolated: true,
  });
});

const request = (source: string) => ({
  shell: { filename: 'shell@1/render.js', base: '/', source },
  jobs: [{ kind: 'offers' as const }],
});
const OFFERS = "{ shared: { react: { version: '1' }, '@site/shared-ui': {} }, hostMembers: [], routeNames: [] }";

/** Runs in a user namespace that may create none below it, as in many containers. */
const WITHOUT_NAMESPACES = `cd /proc/sys/user && echo 0 > max_user_namespaces && echo 0 > max_mnt_namespaces && cd "$OLDPWD" && exec "$@"`;

testWithNamespaces(
  'a machine without user namespaces renders with the other defences, and start reports what is missing',
  async () => {
    const imported = (file: string) => `await import(${JSON.stringify(join(__dirname, '../src/sandbox', file))})`;
    const program = `
    const { defencesNotice, findDefences } = ${imported('defences.ts')};
    const { runInSandbox } = ${imported('run-in-sandbox.ts')};
    const answers = await runInSandbox(${JSON.stringify(request(`module.exports = ${OFFERS};`))});
    console.log(JSON.stringify({ answers, ...(await findDefences()), notice: await defencesNotice() }));`;
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program];
    const args = ['--user', '--map-root-user', '/bin/sh', '-c', WITHOUT_NAMESPACES, 'sh', ...node];
    const { stdout } = await promisify(execFile)('unshare', args, { cwd: __dirname });
    const { answers, wrapper, notice, isIsolated } = JSON.parse(stdout);
    expect(foreignRefusal({ isIsolated }, {})).toMatch(/none is accepted from elsewhere/);
    expect(foreignRefusal({ isIsolated }, { ACCEPT_UNISOLATED_RELEASES: 'yes' })).toBeNull();
    expect(foreignRefusal(defences, {})).toBeNull();
    expect(await defencesNotice(ALONE)).toBe('');
    expect(answers).toEqual([{ text: expect.stringContaining('"react"') }]);
    expect(wrapper).toEqual(defences.wrapper.slice(0, defences.wrapper.indexOf('unshare')));
    expect(notice).toBe(
      'This machine renders releases without a network and processes of their own (unshare: user namespaces), without a root folder of their own (mount namespaces): see docs/decisions/022-composer-sandbox.md.',
    );
  },
);

test('code that loops is killed at the deadline', async () => {
  expect(await runInSandbox(request('for (;;);'), { deadline: 1000 })).toEqual([
    { failure: 'it did not end within 1 s' },
  ]);
});

test('code that keeps its process alive after its answer is killed', async () => {
  const stalling = `process.exit = () => undefined; setInterval(() => 0, 9); module.exports = ${OFFERS};`;
  expect(await runInSandbox(request(stalling))).toEqual([{ text: expect.stringContaining('"react"') }]);
});

test('a shell can require the Node modules that React needs, but not files or the network', async () => {
  const required = ['fs', 'node:net', 'vm', 'process', 'inspector', './sandbox-process.mjs'];
  const source = `
    const refusals = {};
    for (const name of ${JSON.stringify(['node:stream', ...required])}) {
      try { require(name); } catch ({ message }) { refusals[name] = message; }
    }
    exports.render = () => JSON.stringify(refusals);`;
  const jobs = [{ kind: 'page' as const, path: '/', ahead: [] }];
  const [answer] = await runInSandbox({ ...request(source), jobs });
  expect(answer).toHaveProperty('text');
  const refusals = JSON.parse(answer && 'text' in answer ? answer.text : '{}');
  expect(refusals).toEqual(
    Object.fromEntries(required.map((name) => [name, expect.stringContaining(`it requires "${name}"`)])),
  );
});

test('rendering rejects with a message when the machine cannot start a process', async () => {
  const missing = runInSandbox(request(''), { defences: { ...ALONE, wrapper: ['/nowhere/at-all'] } });
  await expect(missing).rejects.toThrow('This machine cannot start another process (ENOENT)');
});

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const childrenOf = (pid: number) => readProc(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}/exe`);

testOnLinux('a command that is killed leaves no process behind, not even one that loops', async () => {
  const file = JSON.stringify(join(__dirname, '../src/sandbox/run-in-sandbox.ts'));
  const program = `
      const { runInSandbox } = await import(${file});
      await runInSandbox(${JSON.stringify(request('for (;;);'))});`;
  const command = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: __dirname,
    stdio: 'ignore',
  });
  const running = () => {
    const below = descendantsOf(command.pid ?? 0);
    const loops = below.find((pid) => readProc(pid, 'cmdline').includes('sandbox-process.mjs'));
    return loops === undefined ? [] : below;
  };
  while (!running().some((pid) => cpuOf(pid) > 20)) await delay(20);
  const below = running();
  command.kill('SIGKILL');
  await once(command, 'exit');
  const since = performance.now();
  while (below.some(isAlive)) await delay(20);
  // The limit on processor time would end it much later.
  expect(performance.now() - since).toBeLessThan(5000);
});

/** User time in hundredths of a second. */
const cpuOf = (pid: number) => Number(readProc(pid, 'stat').split(') ')[1]?.split(' ')[11]);
