// Runs the code of releases; see docs/decisions/022-composer-sandbox.md. Plain JavaScript and only Node's own modules,
// because it starts on every activation. Nothing here protects the parent: a release can do all that this script can.
import { Console } from 'node:console';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { compileFunction } from 'node:vm';

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

/** Removed in case the system does not block them: signals, addons, Node's internal modules and the network. */
const REMOVED = {
  process: [
    '_debugEnd',
    '_debugPause',
    '_debugProcess',
    '_kill',
    '_linkedBinding',
    'binding',
    'dlopen',
    'getBuiltinModule',
    'kill',
    'mainModule',
  ],
  globalThis: ['EventSource', 'WebSocket', 'fetch'],
};

const { stdin, stdout } = process;
const send = stdout.write.bind(stdout);
const require = createRequire(import.meta.url);
const LONGEST_REASON = 2000;

/** Sends a status byte, the length of the text in four bytes, and the text. */
function answer(isDone, text) {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt8(isDone ? 1 : 0);
  head.writeUInt32BE(body.length, 1);
  return new Promise((resolve) => send(Buffer.concat([head, body]), resolve));
}

function harden() {
  for (const name of REMOVED.process) Object.defineProperty(process, name, { value: undefined });
  for (const name of Object.keys(process.env)) if (name !== 'NODE_ENV') delete process.env[name];
  for (const name of REMOVED.globalThis) Object.defineProperty(globalThis, name, { value: undefined });
  // Standard output is for answers.
  globalThis.console = new Console(process.stderr);
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

function offersOf({ shared, hostMembers, routeNames, privateParts }) {
  const { version } = shared.react;
  return {
    react: version,
    sharedUi: Object.keys(shared['@site/shared-ui']).sort(),
    host: hostMembers,
    routes: routeNames,
    privateParts,
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

/** The error, and the first line of its stack inside a release. */
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
      await answer(false, describe(error));
      continue;
    }
    await answer(true, text);
  }
  process.exit();
}

try {
  setPriority(10);
} catch {
  // This machine has no priorities.
}
let received = '';
stdin.setEncoding('utf8').on('data', (text) => {
  received += text;
  if (text.endsWith('\n')) {
    harden();
    void run(JSON.parse(received));
  }
});
// The parent keeps stdin open while it waits.
stdin.on('end', () => process.exit(1));
