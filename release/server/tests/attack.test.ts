import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { openSiteStore } from '@site/release-core/store/store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

jest.setTimeout(60_000);

const FILE_HANDLES = 1024;
const BIG_FILE_BYTES = 2 * 1024 * 1024;
const ATTACKED = '/r/landing/1.0.0-big/picture.svg';

let folder: string;
let server: ChildProcess;
let port: number;
let stderr: string;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  folder = temporaryFolder();
  const store = openSiteStore(folder);
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
  const big = tinyRemote('landing', '1.0.0-big');
  await addAll(store, [
    { ...big, client: new Map([...big.client, ['picture.svg', Buffer.alloc(BIG_FILE_BYTES, 'a')]]) },
  ]);
});
/** @param proxies behind a reverse proxy, all connections may come from one address */
async function serve(proxies = 0) {
  const program = `ulimit -n ${FILE_HANDLES}; exec "$0" --import tsx "$1"`;
  server = spawn('bash', ['-c', program, process.execPath, join(__dirname, 'serve-store.ts')], {
    env: { ...process.env, DATA_DIR: folder, PROXIES: String(proxies) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stderr = '';
  server.stderr?.on('data', (text) => {
    stderr += text;
  });
  if (server.stdout) [port] = (await once(createInterface(server.stdout), 'line')).map(Number) as [number];
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
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

/** At the same time: one after the other, on a busy machine, the server cuts the first off before the last has come. */
const attackers = (count: number) => Promise.all(Array.from({ length: count }, attacker));

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function expectServed() {
  for (const path of ['/', ATTACKED]) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
  expect([server.exitCode, server.signalCode]).toEqual([null, null]);
}

test('the site survives 100 connections with 100 pipelined requests whose answers are never read', async () => {
  await serve();
  for (let count = 0; count < 100; count += 1) {
    const socket = await attacker();
    socket.pause();
    socket.write(get(ATTACKED).repeat(100));
    if (count % 10 === 0) await expectServed();
  }
  await expectServed();
});

test('600 connections that nobody closes, twice as many as are accepted, leave room for visitors', async () => {
  await serve(1);
  for (let round = 0; round < 3; round += 1)
    for (const socket of await attackers(200)) {
      socket.pause();
      if (!socket.destroyed) socket.write(get(ATTACKED));
    }
  // Those that are being answered still count as busy.
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) await delay(20);
  await expectServed();
});

test('one address gets at most 200 connections, and another as soon as one of them ends', async () => {
  await serve();
  await attackers(220);
  const open = () => sockets.filter((socket) => !socket.destroyed).length;
  while (open() > 200)
    await Promise.race(sockets.filter((socket) => !socket.destroyed).map((socket) => once(socket, 'close')));
  expect(open()).toBe(200);
  expect(stderr).toContain('More than 200 connections of one address: its newest are refused.');
  for (const socket of sockets.splice(0, 10)) socket.destroy();
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) await delay(20);
  await expectServed();
});

test('clients that read 100 bytes a second do not delay others', async () => {
  await serve();
  for (const socket of await attackers(150)) {
    socket.pause();
    socket.write(get(ATTACKED));
  }
  const readers = setInterval(() => {
    for (const socket of sockets) socket.read(100);
  }, 1000);
  for (let visit = 0; visit < 20; visit += 1) await expectServed();
  clearInterval(readers);
  // Their answers would take hours: no visit waited for one of them.
  expect(sockets.some((socket) => socket.destroyed)).toBe(false);
});
