import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWN_ROOT } from './own-root';

/** Seconds of processor time, more than the parent's deadline. Ends an endless loop when the parent was killed. */
const CPU_SECONDS = 20;
const HEAP_MB = 256;
/** Writable memory, buffers included. Unlike a limit on the address space, it does not count V8's reservations. */
const DATA_KB = 512 * 1024;

// If the machine still runs out of memory, the kernel kills this process first.
const LIMITS = `{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
  ulimit -t ${CPU_SECONDS} && ulimit -d ${DATA_KB} && ulimit -f 0 && ulimit -c 0 && exec "$@"`;

interface Defence {
  readonly command: readonly string[];
  /** Completes "This machine renders releases without …". */
  readonly without: string;
}

/** Each command runs the next one, and the last one runs Node. A usual Linux has all of them. */
export const defencesFor = (script: string): readonly Defence[] => [
  { command: ['/bin/sh', '-c', LIMITS, 'sh'], without: 'a limit on memory and processor time (ulimit)' },
  {
    command: ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
    without: 'an immediate end when a command is killed (setpriv)',
  },
  {
    command: ['unshare', '--user', '--map-root-user', '--net', '--pid', '--ipc', '--fork', '--kill-child'],
    without: 'a network and processes of their own (unshare: user namespaces)',
  },
  {
    command: ['unshare', '--mount', '/bin/sh', '-c', OWN_ROOT, 'sh', process.execPath, script],
    without: 'a root folder of their own (mount namespaces)',
  },
];

/** Contains nothing from this process's environment. The defences are in the folders of `PATH`. */
export const SANDBOX_ENV = { NODE_ENV: 'production', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };

export const SANDBOX_SCRIPT = join(import.meta.dirname, 'sandbox-process.mjs');

export interface Defences {
  readonly wrapper: readonly string[];
  /** Each completes "This machine renders releases without …". */
  readonly missing: readonly string[];
}

let found: Promise<Defences> | undefined;

export const findDefences = (): Promise<Defences> => {
  found ??= tryDefences(defencesFor(SANDBOX_SCRIPT));
  return found;
};

export async function defencesNotice(defences?: Defences): Promise<string> {
  const { missing } = defences ?? (await findDefences());
  if (missing.length === 0) return '';
  return `This machine renders releases without ${missing.join(', without ')}: see docs/decisions/022-composer-sandbox.md.`;
}

export async function tryDefences(defences: readonly Defence[]): Promise<Defences> {
  const all = defences.flatMap(({ command }) => command);
  if (await works(all)) return { wrapper: all, missing: [] };
  const wrapper: string[] = [];
  const missing: string[] = [];
  for (const { command, without } of defences) {
    if (await works([...wrapper, ...command])) wrapper.push(...command);
    else missing.push(without);
  }
  return { wrapper, missing };
}

async function works([file = '', ...args]: readonly string[]): Promise<boolean> {
  return promisify(execFile)(file, [...args, 'true'], { env: SANDBOX_ENV, timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** Node may only read its script. It may not write, start processes or threads, load addons or be inspected. */
export const nodeFlags = (script: string = SANDBOX_SCRIPT): readonly string[] => [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${script}`,
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${HEAP_MB}`,
  '--no-warnings',
];
