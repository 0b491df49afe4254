import { existsSync } from 'node:fs';
import disk, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a command (`--import`): the process kills itself before the KILL_AT-th step that would change something
// in its data folder, or in the middle of it where the step is a write.

const folder = process.env.DATA_DIR ?? '';
const last = Number(process.env.KILL_AT);
let steps = 0;

function isLast() {
  steps += 1;
  return steps === last;
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}

const isOurs = (path: unknown) => String(path).startsWith(folder);

/** @param at which of its arguments is the path that comes to be or goes */
function killBefore(name: 'mkdir' | 'link' | 'rm', at: number) {
  const real = disk[name] as (...args: unknown[]) => Promise<unknown>;
  // To make a folder that is there changes nothing: it is no step.
  const isStep = (path: unknown) => isOurs(path) && !(name === 'mkdir' && existsSync(String(path)));
  const killing = (...args: unknown[]) => {
    if (isStep(args[at]) && isLast()) die();
    return real(...args);
  };
  Object.assign(disk, { [name]: killing });
}

function killAmidWrites(handle: FileHandle) {
  const whole = handle.writeFile.bind(handle);
  const killing = async (value: string | Buffer) => {
    if (!isLast()) return whole(value);
    const bytes = Buffer.from(value);
    await handle.write(bytes, 0, Math.floor(bytes.length / 2));
    die();
  };
  return Object.assign(handle, { writeFile: killing });
}

killBefore('mkdir', 0);
killBefore('link', 1);
killBefore('rm', 0);

const { open } = disk;
disk.open = async (path, flags, mode) => {
  if (!isOurs(path)) return open(path, flags, mode);
  if (isLast()) die();
  return killAmidWrites(await open(path, flags, mode));
};

syncBuiltinESMExports();
