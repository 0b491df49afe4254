// Runs the code of releases; see docs/decisions/022-composer-sandbox.md. Plain JavaScript and only Node's own modules,
// because it starts on every activation. Nothing here protects the parent: a release can do all that this script can.
import { Console } from 'node:console';
import { readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { Writable } from 'node:stream';
import { compileFunction, runInNewContext } from 'node:vm';

const NEWLINE = 10;
const PARAMETERS = ['module', 'exports', 'require', '__release_base__'];

/** Modules for a shell's node build. React's server renderer needs them, and none opens a file or a connection. */
const OFFERED_TO_SHELLS = [
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'querystring',
  'stream',
  'string_decoder',
  'url',
  'util',
];

/**
 * Globals of Node that rendering needs. None leads to a handle of the system: a Response creates an HTTP client, and a
 * message can name an internal class that its receiver creates.
 */
const OFFERED_GLOBALS = [
  ...['AbortController', 'AbortSignal', 'Buffer', 'DOMException', 'Event', 'EventTarget', 'TextDecoder', 'TextEncoder'],
  ...['URL', 'URLSearchParams', 'clearImmediate', 'clearInterval', 'clearTimeout', 'setImmediate', 'setInterval'],
  ...['setTimeout', 'atob', 'btoa', 'crypto', 'global', 'performance', 'queueMicrotask', 'WritableStream'],
  ...['ReadableStream', 'ReadableStreamDefaultController', 'ReadableStreamDefaultReader', 'TransformStream'],
];

/** A global of JavaScript, not of Node; but its streaming functions create an HTTP client, too. */
const NOT_OFFERED = 'WebAssembly';

/** A release can reach the real process as `this` of a listener: it has no streams and nothing of Node's inside. */
const REMOVED_FROM_PROCESS = [
  ...['stdin', 'openStdin', '_getActiveHandles', '_getActiveRequests', 'report', 'execve'],
  ...['_debugEnd', '_debugPause', '_debugProcess', '_kill', '_linkedBinding', 'binding', 'dlopen'],
  ...['getBuiltinModule', 'kill', 'mainModule', 'loadEnvFile'],
];

const LIFETIME_MS = 20_000;
const exit = process.exit.bind(process);
const require = createRequire(import.meta.url);
const LONGEST_REASON = 2000;

/** Sends a status byte, the length of the text in four bytes, and the text. */
function answer(isDone, text) {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt8(isDone ? 1 : 0);
  head.writeUInt32BE(body.length, 1);
  writeWhole(Buffer.concat([head, body]));
}

/** Standard output is a pipe that blocks, so no stream is needed, whose class could open connections. */
function writeWhole(bytes) {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}

function harden() {
  const { nextTick, version, versions, platform, hrtime, emitWarning } = process;
  for (const name of REMOVED_FROM_PROCESS) Reflect.defineProperty(process, name, { value: undefined });
  // Node's own code looks at these before it writes a warning.
  for (const name of ['stdout', 'stderr'])
    Object.defineProperty(process, name, { value: Object.freeze({ isTTY: false }) });
  Object.defineProperty(process, '_rawDebug', { value: () => undefined });
  for (const name of Object.keys(process.env)) delete process.env[name];
  // Signals and streams contain ports.
  delete MessagePort.prototype.postMessage;
  const offered = new Set([...runInNewContext('Reflect.ownKeys(globalThis)'), ...OFFERED_GLOBALS]);
  offered.delete(NOT_OFFERED);
  for (const name of Reflect.ownKeys(globalThis)) if (!offered.has(name)) delete globalThis[name];
  globalThis.Response = Response;
  const log = new Writable({ write: (text, _, done) => done(writeLog(text)) });
  globalThis.console = new Console(log);
  const env = Object.freeze({ NODE_ENV: 'production' });
  globalThis.process = Object.freeze({
    env,
    version,
    versions,
    platform,
    hrtime,
    nextTick,
    argv: Object.freeze([]),
    emitWarning: (...words) => void emitWarning.apply(process, words),
    cwd: () => '/',
  });
}

/** Turns React's streams into text. Node's own class would create an HTTP client. */
class Response {
  #body;
  constructor(body) {
    this.#body = body;
  }
  async text() {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of this.#body) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  }
}

function writeLog(text) {
  try {
    writeSync(2, text);
  } catch {
    // The parent has ended.
  }
}

function evaluate({ filename, base, source }, offer) {
  const module = { exports: {} };
  compileFunction(source, PARAMETERS, { filename })(module, module.exports, offer, base);
  return module.exports;
}

function nodeModule(name) {
  if (OFFERED_TO_SHELLS.includes(name.replace(/^node:/, ''))) return require(name);
  throw new Error(`it requires "${name}", which the composer does not offer to a shell`);
}

const offerOnly = (shared) => (name) => {
  if (Object.hasOwn(shared, name)) return shared[name];
  throw new Error(`it requires "${name}", which the shell does not offer: bundle it with the remote`);
};

function offersOf({ shared, hostMembers, routeNames, federation }) {
  const { version } = shared.react;
  return {
    react: version,
    sharedUi: Object.keys(shared['@site/shared-ui']).sort(),
    host: hostMembers,
    routes: routeNames,
    federation,
  };
}

const JOBS = {
  page: (shell, { data, script, modules, base }, { path, ahead, module }) => {
    const page = module && evaluate({ ...modules[module], base }, offerOnly(shell.shared));
    const load = () => {
      if (page) return page;
      throw new Error('its page has no module');
    };
    return shell.render({ ...data, path, script, ahead, load });
  },
  rootFiles: (shell, { data, script }) => JSON.stringify(shell.rootFiles(data.site, script.url, data.index)),
  offers: (shell) => JSON.stringify(offersOf(shell)),
};

function describe(error) {
  try {
    const at = /\n {4}(at .*@.*)/.exec(error?.stack ?? '')?.[1];
    return `${error}${at ? ` (${at})` : ''}`.slice(0, LONGEST_REASON);
  } catch {
    return 'it threw something that cannot be described';
  }
}

async function run({ shell, jobs, ...context }) {
  let opened;
  for (const job of jobs) {
    let text;
    try {
      opened ??= evaluate(shell, nodeModule);
      text = await JOBS[job.kind](opened, context, job);
      if (typeof text !== 'string') throw new Error('it did not return a text');
    } catch (error) {
      answer(false, describe(error));
      continue;
    }
    answer(true, text);
  }
  exit();
}

try {
  setPriority(10);
} catch {
  // This machine has no priorities.
}
/** The request is one line. The parent keeps standard input open: an end without a line means that it has ended. */
function readRequest() {
  const parts = [];
  const part = Buffer.alloc(65_536);
  for (;;) {
    const length = readSync(0, part);
    if (length === 0) exit(1);
    parts.push(Buffer.from(part.subarray(0, length)));
    if (part[length - 1] === NEWLINE) return JSON.parse(Buffer.concat(parts).toString());
  }
}

// It ends itself if neither the parent nor the system does.
setTimeout(exit, LIFETIME_MS, 1);
// Node has opened all that it needs.
writeSync(1, '.');
const request = readRequest();
harden();
void run(request);
