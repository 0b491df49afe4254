import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openSiteStore } from '@site/release-core/store/store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

const FILE_HANDLES = 1024;
const BIG_FILE_BYTES = 2 * 1024 * 1024;
const ATTACKED = '/r/landing/1.0.0-big/picture.svg';

let server: ChildProcess;
let port: number;
let sockets: Socket[];

beforeAll(async () => {
  const folder = temporaryFolder();
  const store = openSiteStore(folder);
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
  const big = tinyRemote('landing', '1.0.0-big');
  await addAll(store, [
    { ...big, client: new Map([...big.client, ['picture.svg', Buffer.alloc(BIG_FILE_BYTES, 'a')]]) },
  ]);
  const program = `ulimit -n ${FILE_HANDLES}; exec "$0" --import tsx "$1"`;
  server = spawn('bash', ['-c', program, process.execPath, join(__dirname, 'serve-store.ts')], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (server.stdout) [port] = (await once(createInterface(server.stdout), 'line')).map(Number) as [number];
});
beforeEach(() => {
  sockets = [];
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});
afterAll(async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
});

async function attacker(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  // The server refuses the connection or cuts it off.
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const visit = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

async function expectServed() {
  for (const path of ['/', ATTACKED]) {
    const answer = await visit(path);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
  expect([server.exitCode, server.signalCode]).toEqual([null, null]);
}

test('the site survives 100 connections with 100 pipelined requests whose answers are never read', async () => {
  for (let count = 0; count < 100; count += 1) {
    const socket = await attacker();
    socket.pause();
    socket.write(get(ATTACKED).repeat(100));
    if (count % 10 === 0) await expectServed();
  }
  await expectServed();
});
