import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

const { findWrappers } = require('./wrappers.cjs');

/** Processes by their ids, which count down to that of the system's first process. */
const reader =
  (...commands: readonly string[]) =>
  (pid: number) => ({ parent: pid - 1, words: (commands[pid - 2] ?? '').split(' ') });

test.each([
  [
    'npx, started in a terminal',
    ['bash', 'npm exec pnpm start', 'sh -c pnpm start', 'pnpm start', 'sh -c node x'],
    [5, 3],
  ],
  ['npx, started by a service manager', ['/usr/bin/node /usr/bin/npx pnpm start', 'pnpm start'], [3, 2]],
  ['a shell that a program of npx has opened', ['npm exec editor', 'node editor', 'bash', 'pnpm start'], [5]],
  ['a command line that only contains the name', ['bash -c npx pnpm start', 'nohup npx pnpm start'], []],
  [
    'npx, started by a script that ends',
    ['npm run daemon', 'sh -c nohup npx pnpm start &', 'npm exec pnpm start', 'sh -c pnpm start', 'pnpm start'],
    [6, 4],
  ],
  ['a test runner', ['pnpm test', 'sh -c jest', 'node /bin/jest'], []],
])('the wrappers of a program of %s are the package managers that wait for it', (_, commands, expected) => {
  expect(findWrappers(commands.length + 1, reader(...commands))).toEqual(expected);
});

const folder = temporaryFolder();

/** A stand-in for a package manager: prints its id, and waits for the next program. */
const manager = (name: string, next: string) => {
  const file = join(folder, name);
  const command = JSON.stringify(`true && "${process.execPath}" "${next}"`);
  const source = `console.log('${name}', process.pid); require('node:child_process').spawn(${command}, { shell: true, stdio: 'inherit' });`;
  writeFileSync(file, source);
  return file;
};

test.each(['npx', 'pnpm'])('a program ends with SIGTERM when its %s is killed', async (killed) => {
  const program = join(folder, 'program.cjs');
  const module = JSON.stringify(join(__dirname, 'wrappers.cjs'));
  writeFileSync(
    program,
    `require(${module}).endWithWrappers(); setInterval(() => undefined, 1000);
     process.on('SIGTERM', () => { console.log('ended'); process.exit(); }); console.log('ready');`,
  );
  const child = spawn(process.execPath, [manager('npx', manager('pnpm', program))], {
    // The shell writes « Killed » there, which would read as a lack of memory.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    const [, pid = ''] = printed.find((one) => one.startsWith(killed))?.split(' ') ?? [];
    if (line === 'ready') process.kill(Number(pid), 'SIGKILL');
  }
  expect(printed.slice(-2)).toEqual(['ready', 'ended']);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
});
