import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sanitizeForTerminal, truncate } from '@site/terminal/output';
import { UserError } from '../user-error';

/**
 * A shell script that runs a command in a separate root folder, which contains the system's programs, two devices, Node
 * and the sandbox's script. Its arguments are the paths of Node and the script, then the command, which runs without
 * capabilities. It needs a user namespace.
 */
const OWN_ROOT = `set -e
node=$1 script=$2 root=/mnt
shift 2
mount -t tmpfs -o mode=755,size=1m none $root
for folder in usr lib lib32 lib64 bin; do
  if [ -L /$folder ]; then cp -P /$folder $root
  elif [ -d /$folder ]; then mkdir $root/$folder && mount --rbind /$folder $root/$folder; fi
done
for file in /dev/null /dev/urandom "$node" "$script"; do
  [ -e "$root$file" ] && continue
  mkdir -p "$root\${file%/*}"
  : > "$root$file"
  mount --bind "$file" "$root$file"
done
exec chroot $root setpriv --bounding-set -all --inh-caps -all "$@"`;

const LONGEST = 200;

/** What a process wrote before it ended: V8 puts the cause of a crash before a stack trace. Empty without any text. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /\w/.test(line));
  const cause = lines.find((line) => /fatal|error/i.test(line)) ?? lines.at(-1) ?? '';
  return truncate(sanitizeForTerminal(cause.replace(/^#/, '').trim()), LONGEST);
}

/** Seconds of processor time, more than the parent's deadline. Ends an endless loop when the parent was killed. */
const CPU_SECONDS = 20;
const HEAP_MB = 256;
/** Writable memory, buffers included, in addition to the 590 MB that Node 24 and later reserve for compiled code. */
const DATA_KB = 1024 * 1024;

// If the machine still runs out of memory, the kernel kills this process first.
const LIMITS = `{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
  ulimit -t ${CPU_SECONDS} && ulimit -d ${DATA_KB} && ulimit -f 0 && ulimit -c 0 && exec "$@"`;

interface Defence {
  readonly command: readonly string[];
  /** Completes "This machine renders releases without …". */
  readonly without: string;
  /** Only the kernel keeps code from the machine that escapes from Node's restrictions. */
  readonly isIsolation?: true;
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
    isIsolation: true,
  },
  {
    command: ['unshare', '--mount', '/bin/sh', '-c', OWN_ROOT, 'sh', process.execPath, script],
    without: 'a root folder of their own (mount namespaces)',
    isIsolation: true,
  },
];

/** Contains nothing from this process's environment. The defences are in the folders of `PATH`. */
export const SANDBOX_ENV = { NODE_ENV: 'production', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };

export const SANDBOX_SCRIPT = join(import.meta.dirname, 'sandbox-process.mjs');

export interface Defences {
  readonly wrapper: readonly string[];
  readonly missing: readonly string[];
  readonly isIsolated: boolean;
  /** Forbids a started process without namespaces to open anything. Its process id is added at the end. */
  readonly filesLimit?: readonly string[];
}

const FILES_LIMIT = ['prlimit', '--nofile=0:0'];

let probed: Promise<Defences> | undefined;

export const findDefences = (): Promise<Defences> => {
  probed ??= tryDefences(defencesFor(SANDBOX_SCRIPT));
  return probed;
};

export async function defencesNotice(defences?: Defences): Promise<string> {
  const { missing } = defences ?? (await findDefences());
  if (missing.length === 0) return '';
  return `This machine renders releases without ${missing.join(', without ')}: see docs/decisions/022-composer-sandbox.md.`;
}

export const foreignRefusal = ({ isIsolated }: Pick<Defences, 'isIsolated'>, env: NodeJS.ProcessEnv): string | null =>
  isIsolated || env.ACCEPT_UNISOLATED_RELEASES === 'yes'
    ? null
    : 'The kernel of this machine does not isolate the code of releases (user namespaces), so none is accepted from elsewhere: publish on the machine, allow user namespaces, or accept the risk with ACCEPT_UNISOLATED_RELEASES=yes.';

export async function tryDefences(defences: readonly Defence[]): Promise<Defences> {
  const all = defences.flatMap(({ command }) => command);
  if ((await failureOf(all)) === null) return { wrapper: all, missing: [], isIsolated: true };
  const wrapper: string[] = [];
  const missing: string[] = [];
  for (const { command, without } of defences.filter(({ isIsolation }) => !isIsolation)) {
    if ((await failureOf([...wrapper, ...command])) === null) wrapper.push(...command);
    else missing.push(without);
  }
  // All or nothing: `filesLimit` reaches no process behind the one that `unshare` starts.
  const isolation = defences.filter(({ isIsolation }) => isIsolation);
  const isolating = isolation.flatMap(({ command }) => command);
  const isIsolated = (await failureOf([...wrapper, ...isolating])) === null;
  if (isIsolated) wrapper.push(...isolating);
  else missing.push(...isolation.map(({ without }) => without));
  const failure = wrapper.length === 0 ? await failureOf([]) : null;
  if (failure !== null) {
    throw new UserError(
      `This machine cannot run the code of releases: Node ${process.version} ends at once${failure && `, with "${failure}"`}. Use another version of Node.`,
    );
  }
  if (isIsolated) return { wrapper, missing, isIsolated };
  if (await canLimitFiles()) return { wrapper, missing, isIsolated, filesLimit: FILES_LIMIT };
  return { wrapper, missing: [...missing, 'a limit on open files (prlimit)'], isIsolated };
}

/** A program that only waits, since a limit of this process would remain. */
async function canLimitFiles(): Promise<boolean> {
  const [file = '', ...args] = FILES_LIMIT;
  const waiting = spawn('sleep', ['10'], { env: SANDBOX_ENV, stdio: 'ignore' }).on('error', () => undefined);
  const pid = `--pid=${waiting.pid}`;
  const isPossible = await promisify(execFile)(file, [...args, pid], { env: SANDBOX_ENV }).then(
    () => true,
    () => false,
  );
  waiting.kill('SIGKILL');
  return isPossible;
}

/** Runs Node itself, because a limit may leave it too little memory. @returns null, or its last words */
async function failureOf(wrapper: readonly string[]): Promise<string | null> {
  const [file = '', ...args] = [...wrapper, process.execPath, ...nodeFlags(), '--eval', '0'];
  return promisify(execFile)(file, args, { env: SANDBOX_ENV, cwd: '/', timeout: 10_000 }).then(
    () => null,
    ({ stderr = '' }: { readonly stderr?: string }) => lastWords(stderr),
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
