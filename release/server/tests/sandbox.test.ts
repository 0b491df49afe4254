import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { integrityOf } from '@site/release-core/integrity';
import type { IndexEntry } from '@site/release-core/store/release';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { activateReleases } from '@site/release-core/tests/support/change';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { composedPages } from '../src/serve/composed-pages';

// For busy machines.
jest.setTimeout(60_000);

const GOOD_PAGE = "exports.Page = () => '<h1>booking</h1>';";
/** Reaches Node's own modules without `require`. */
const node = (name: string) => `process.getBuiltinModule('node:${name}')`;
let folder: string;
let store: Store;
let server: Server;
let port: number;
let visits: number;
let marker: string;

beforeAll(async () => {
  server = createServer((socket) => {
    visits += 1;
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as { port: number });
});

afterAll(() => server.close());

beforeEach(async () => {
  visits = 0;
  folder = temporaryFolder();
  marker = join(folder, 'marker');
  store = openSiteStore(join(folder, 'data'));
  await openTinySite(store);
});

/** Stores a release of booking whose page has this code. */
async function publishBooking(source: string, id = '1.0.0-evil') {
  const code = Buffer.from(source);
  const artifact = tinyRemote('booking', id, { nodeFiles: { 'booking-page.js': integrityOf(code) } });
  await addAll(store, [{ ...artifact, node: new Map([['booking-page.js', code]]) }]);
  return { name: 'booking', id };
}

const htmlAt = async (entry: IndexEntry | undefined, path: string) =>
  (await store.readBody(entry?.pages[path]?.body ?? '')).toString();

interface Unguarded {
  readonly code: number | null;
  readonly stdout: string;
}

/** Runs the same code without a sandbox. */
const evaluateUnguarded = (source: string) =>
  new Promise<Unguarded>((resolve) => {
    const args = ['--no-warnings', join(__dirname, 'evaluate-unguarded.mjs'), source];
    // Some never end; the others may take long on a busy machine.
    const timeout = source.includes('for (;;)') ? 1500 : 20_000;
    const options = { timeout, killSignal: 'SIGKILL', maxBuffer: 2 ** 22 } as const;
    execFile(process.execPath, args, options, (error, stdout) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? null : 0, stdout });
    });
  });

interface Attack {
  readonly name: string;
  readonly code: () => string;
  /** Whether the attack works without a sandbox. */
  readonly succeeds: (unguarded: Unguarded) => boolean;
  /** Part of the message on the terminal. */
  readonly refusal: string;
}

const wentOn = ({ stdout }: Unguarded) => stdout.startsWith('went on');
const denied = 'TypeError: process.getBuiltinModule is not a function';
const noStream = "TypeError: Cannot read properties of undefined (reading 'write')";
const ended = 'its process crashed, exited or exceeded a limit before it had answered';
const malformed = 'its answer has another form, or is longer than 1 MB';

const ATTACKS: readonly Attack[] = [
  {
    name: 'exits',
    code: () => 'process.exit(7);',
    succeeds: ({ code }) => code === 7,
    refusal: 'TypeError: process.exit is not a function',
  },
  {
    name: 'aborts',
    code: () => 'process.abort();',
    succeeds: (one) => !wentOn(one),
    refusal: 'TypeError: process.abort is not a function',
  },
  {
    name: 'allocates 4 GB of buffers',
    code: () => `globalThis.kept = Array.from({ length: 40 }, () => Buffer.alloc(1e8)); ${GOOD_PAGE}`,
    succeeds: wentOn,
    refusal: 'RangeError: Array buffer allocation failed',
  },
  {
    name: 'allocates arrays endlessly',
    code: () => 'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));',
    succeeds: (one) => !wentOn(one),
    refusal: ended,
  },
  {
    name: 'reads a file',
    code: () => `const text = ${node('fs')}.readFileSync('/etc/passwd', 'utf8'); exports.Page = () => text;`,
    succeeds: ({ stdout }) => stdout.includes('root:'),
    refusal: denied,
  },
  {
    name: 'writes a file',
    code: () => `${node('fs')}.writeFileSync(${JSON.stringify(marker)}, ''); ${GOOD_PAGE}`,
    succeeds: () => existsSync(marker),
    refusal: denied,
  },
  {
    name: 'opens a socket',
    code: () => `${node('net')}.connect(${port}, '127.0.0.1'); ${GOOD_PAGE}`,
    succeeds: () => visits > 0,
    refusal: denied,
  },
  {
    name: 'calls fetch',
    code: () => `fetch('http://127.0.0.1:${port}').catch(() => undefined); ${GOOD_PAGE}`,
    succeeds: () => visits > 0,
    refusal: 'ReferenceError: fetch is not defined',
  },
  {
    name: 'starts a process',
    code: () => `${node('child_process')}.execFileSync('touch', [${JSON.stringify(marker)}]); ${GOOD_PAGE}`,
    succeeds: () => existsSync(marker),
    refusal: denied,
  },
  {
    name: 'starts a thread',
    code: () => `new (${node('worker_threads')}.Worker)('0', { eval: true }); ${GOOD_PAGE}`,
    succeeds: wentOn,
    refusal: denied,
  },
  {
    name: 'sends a signal to its parent',
    code: () => `process.kill(process.ppid, 0); ${GOOD_PAGE}`,
    succeeds: wentOn,
    refusal: 'TypeError: process.kill is not a function',
  },
  {
    name: 'loads an internal module of Node',
    code: () => `process.binding('natives'); ${GOOD_PAGE}`,
    succeeds: wentOn,
    refusal: 'TypeError: process.binding is not a function',
  },
  {
    name: 'evaluates a string as code',
    code: () => `const text = 'exports.Page = () => "made"'; new Function('exports', text)(exports);`,
    succeeds: ({ stdout }) => stdout.includes('made'),
    refusal: 'EvalError: Code generation from strings disallowed',
  },
  {
    name: 'prints endlessly',
    code: () => 'for (;;) process.stdout.write("x".repeat(1e5));',
    succeeds: (one) => !wentOn(one),
    refusal: noStream,
  },
  {
    name: 'connects through the class of a standard stream',
    code: () => `new process.stdin.constructor().connect(${port}, '127.0.0.1'); ${GOOD_PAGE}`,
    succeeds: () => visits > 0,
    refusal: "TypeError: Cannot read properties of undefined (reading 'constructor')",
  },
  {
    name: 'answers 100 MB',
    code: () => "exports.Page = () => 'x'.repeat(1e8);",
    succeeds: wentOn,
    refusal: malformed,
  },
  {
    name: 'throws undefined',
    code: () => 'throw undefined;',
    succeeds: (one) => !wentOn(one),
    refusal: 'undefined',
  },
  {
    name: 'throws an object that throws when it is read',
    code: () => 'throw { get stack() { throw this; }, toString() { throw this; } };',
    succeeds: (one) => !wentOn(one),
    refusal: 'it threw something that cannot be described',
  },
  {
    name: 'throws a line for the terminal',
    code: () => "throw '\\u001b[2J\\nnothing happened';",
    succeeds: (one) => !wentOn(one),
    refusal: ' [2J nothing happened',
  },
  {
    name: 'forges an answer',
    code: () => "process.stdout.write(JSON.stringify({ rendered: { '/': 'evil' } }) + '\\n');",
    succeeds: ({ stdout }) => stdout.includes('evil'),
    refusal: noStream,
  },
];

test.each(ATTACKS)('a release that $name fails alone, with a message that names it', async (attack) => {
  const source = attack.code();
  expect(attack.succeeds(await evaluateUnguarded(source))).toBe(true);
  rmSync(marker, { force: true });
  visits = 0;

  const evil = await publishBooking(source);
  const before = hashesOf(join(folder, 'data'));
  const change = activateReleases(store, evil);
  await expect(change).rejects.toThrow(UserError);
  await expect(change).rejects.toThrow(/^\/booking of booking@1\.0\.0-evil [^\n]*\.$/);
  await expect(change).rejects.toThrow(attack.refusal);
  expect(hashesOf(join(folder, 'data'))).toEqual(before);
  expect([existsSync(marker), visits]).toEqual([false, 0]);
  const page = await composedPages(store)('/booking');
  expect(page.status === 200 && page.body.identity.toString()).toContain('booking 1.0.0-a');
});

/** If all pages were rendered in one process, this would turn the others into pages for unknown paths. */
const POLLUTION = `
  Object.values = () => [];
  JSON.stringify = () => '{"polluted":true}';
  Object.prototype.polluted = true;
  Array.prototype.map = () => ['polluted'];
`;

test('a release that pollutes built-in objects changes only its own page, not others or the composer', async () => {
  const { stdout } = await evaluateUnguarded(`${POLLUTION} ${GOOD_PAGE}`);
  expect(stdout).toBe('went on: <h1>booking</h1> {"polluted":true}');

  const evil = await publishBooking(`${POLLUTION} ${GOOD_PAGE}`);
  await addAll(store, [tinyShell('1.0.0-s2')]);
  const changed = await activateReleases(store, evil, { name: 'shell', id: '1.0.0-s2' });
  expect(changed?.rendered).toEqual(expect.arrayContaining(['/', '/booking', '404']));
  expect(await htmlAt(changed?.entry, '/booking')).toContain('Page introuvable');
  expect(await htmlAt(changed?.entry, '/')).toContain('<h1>landing 1.0.0-a</h1>');
  expect([JSON.stringify([1].map(String)), 'polluted' in {}]).toEqual(['["1"]', false]);
});

test('a release gets neither the environment nor the arguments nor the folder of its parent', async () => {
  const seen = '[Object.keys(process.env).sort(), process.argv.length, process.cwd()]';
  const page = `exports.Page = () => JSON.stringify(${seen});`;
  expect((await evaluateUnguarded(page)).stdout).toContain('"HOME"');
  const changed = await activateReleases(store, await publishBooking(page));
  expect(await htmlAt(changed?.entry, '/booking')).toContain('[["NODE_ENV"],0,"/"]');
});
