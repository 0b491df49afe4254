import { cpSync, existsSync, rmSync } from 'node:fs';
import disk, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// Loaded before a command (`--require`). A step is an operation that changes DATA_DIR. Before each step n, or in the
// middle of a write, the folder is copied to STATES/n: this is what a kill at that moment would leave. With KILL_AT the
// process kills itself at that step, for comparison.

const { DATA_DIR: folder = '', STATES: states = '', KILL_AT } = process.env;
let steps = 0;

function stepHere() {
  steps += 1;
  if (String(steps) === KILL_AT) process.kill(process.pid, 'SIGKILL');
  if (states) copyTo(join(states, String(steps)));
}

function copyTo(state: string) {
  try {
    cpSync(folder, state, { recursive: true });
  } catch (error) {
    // A removal that began before this step finished during the copy.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    rmSync(state, { recursive: true, force: true });
    copyTo(state);
  }
}

const isOurs = (path: unknown) => String(path).startsWith(folder);

/** @param at index of the argument with the path that the operation creates or removes */
function stepBefore(name: 'mkdir' | 'link' | 'rename' | 'rm', at: number) {
  const real = disk[name] as (...args: unknown[]) => Promise<unknown>;
  // Making an existing folder changes nothing, so it is not a step.
  const isStep = (path: unknown) => isOurs(path) && !(name === 'mkdir' && existsSync(String(path)));
  const stepping = (...args: unknown[]) => {
    if (isStep(args[at])) stepHere();
    return real(...args);
  };
  Object.assign(disk, { [name]: stepping });
}

function stepAmidWrites(handle: FileHandle) {
  const whole = handle.writeFile.bind(handle);
  const stepping = async (value: string | Buffer) => {
    const bytes = Buffer.from(value);
    const half = Math.floor(bytes.length / 2);
    await handle.write(bytes, 0, half);
    stepHere();
    await whole(bytes.subarray(half));
  };
  return Object.assign(handle, { writeFile: stepping });
}

stepBefore('mkdir', 0);
stepBefore('link', 1);
stepBefore('rename', 1);
stepBefore('rm', 0);

const { open } = disk;
disk.open = async (path, flags, mode) => {
  if (!isOurs(path)) return open(path, flags, mode);
  stepHere();
  return stepAmidWrites(await open(path, flags, mode));
};

syncBuiltinESMExports();
