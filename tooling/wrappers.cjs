// The package managers that wait for this process: npx for pnpm, pnpm for the program. They pass on no SIGKILL, and
// not every SIGTERM, so that a program would go on unseen after its wrapper was ended.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { basename } = require('node:path');

const MANAGER = /^(?:npm|npx|pnpm|pnpx|corepack)(?:-cli)?(?:\.[cm]?js)?$/;
const EVERY_MS = 500;

/** @returns null for a process that has ended, and on systems without /proc and ps */
function describe(pid) {
  try {
    if (process.platform !== 'linux') {
      const answer = execFileSync('ps', ['-o', 'ppid=,stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
      const [parent, state, ...words] = answer.trim().split(/\s+/);
      return { parent: Number(parent), state, words };
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (key) => new RegExp(`^${key}:\\s*(\\S+)`, 'm').exec(status)[1];
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
    return { parent: Number(read('PPid')), state: read('State'), words };
  } catch {
    return null;
  }
}

// A package manager is a program of its own, or a script that Node runs. It starts its scripts with `sh -c`.
const isManager = ([program = '', script = '']) =>
  MANAGER.test(basename(program)) || (/^node/.test(basename(program)) && MANAGER.test(basename(script)));
const isShell = ([, flag]) => flag === '-c';
// npx calls itself "npm exec". It is the outermost: what started it may end, as a script does that starts a service.
const isNpx = ([program = '', script = '']) =>
  script === 'exec' || [program, script].some((word) => /^npx/.test(basename(word)));

/**
 * Whatever started the first manager (a terminal, nohup, a service manager) is none of the wrappers.
 * @param pid the parent of the program
 */
function findWrappers(pid, read = describe) {
  const one = pid > 1 ? read(pid) : null;
  if (!one || !(isManager(one.words) || isShell(one.words))) return [];
  const outer = isNpx(one.words) ? [] : findWrappers(one.parent, read);
  return isManager(one.words) ? [pid, ...outer] : outer;
}

/** An ended process whose parent has not read its end is a zombie. */
function hasEnded(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
  return process.platform === 'linux' && (describe(pid)?.state ?? 'Z') === 'Z';
}

/** Ends this process with SIGTERM once one of the package managers that wait for it has ended. */
function endWithWrappers() {
  const wrappers = findWrappers(process.ppid);
  if (wrappers.length === 0) return;
  const timer = setInterval(() => {
    if (!wrappers.some(hasEnded)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  timer.unref();
}

module.exports = { endWithWrappers, findWrappers };
