import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { UserError } from '@site/release-core/user-error';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { listen, requireFreePorts } from './listen';

const LISTENER = "require('node:net').createServer().listen(0, function () { process.send(this.address().port) });";

let root: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  root = temporaryFolder();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

/** Starts a program that listens on a free port. */
async function startListener(file: string, args: readonly string[] = []) {
  const script = join(root, file);
  await mkdir(dirname(script), { recursive: true });
  await writeFile(script, LISTENER);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    // A loader in NODE_OPTIONS would choose by the extension of the file.
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid };
}

const refusalOf = (port: number) =>
  requireFreePorts([port], root).then(
    () => null,
    (error: Error) => error,
  );

test('a port in use is refused with the program that holds it', async () => {
  const { port, pid } = await startListener('server.js', ['--secret']);
  const refusal = await refusalOf(port);
  expect(refusal).toBeInstanceOf(UserError);
  expect(refusal?.message).toBe(
    `Port ${port} is in use by node server.js (pid ${pid}): stop it, or choose another with PORT=….`,
  );
});

test.each(['dev', 'start'])("the site's own pnpm %s is recognised, however it was started", async (command) => {
  const { port, pid } = await startListener(`release/dev/src/bin/${command}.ts`, ['booking']);
  expect((await refusalOf(port))?.message).toContain(`by this site's own "pnpm ${command}" (pid ${pid}): stop it`);
});

test('pnpm dev of another folder is not recognised as the own one', async () => {
  const { port, pid } = await startListener('other/release/dev/src/bin/dev.ts');
  expect((await refusalOf(port))?.message).toContain(`by node dev.ts (pid ${pid}): stop it`);
});

test('control characters in the name of a program do not reach the terminal', async () => {
  const { port } = await startListener('\u001b[31mred.js');
  expect((await refusalOf(port))?.message).toMatch(/^[\P{Cc}]*$/u);
});

test('a free port is left free', async () => {
  const server = createServer();
  await listen(server, 0, root);
  const { port } = server.address() as AddressInfo;
  await closed(server);
  await requireFreePorts([port], root);
  const again = createServer();
  await listen(again, port, root);
  await closed(again);
});

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));
