import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import {
  type AnsweringServer,
  answerWith,
  listenOnLoopback,
  startAnswering,
} from '@site/release-core/tests/support/answering-server';
import { createHttpServer } from './answer-requests';

const ends: (() => void)[] = [];

async function startBackend(answer: RequestListener = answerWith(201)) {
  const server = await startAnswering(answer);
  ends.push(server.end);
  return server;
}

async function siteBefore(backend: AnsweringServer) {
  const site = createHttpServer();
  const pageAt = async () => ({
    status: 404 as const,
    contentType: 'text/html',
    contentSecurityPolicy: '',
    tag: null,
    body: { identity: Buffer.from('404') },
  });
  site.open({
    readReleaseFile: async () => null,
    pageAt,
    backend: { url: backend.origin, anonKey: 'key' },
  });
  ends.push(() => site.server.close().closeAllConnections());
  return portOf(await listenOnLoopback(site.server));
}

const portOf = (origin: string) => Number(new URL(origin).port);

async function send(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

const ask = (port: number, line: string, host = 'site.example') =>
  send(port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`);

beforeEach(() => jest.spyOn(console, 'error').mockImplementation());
afterEach(() => {
  jest.restoreAllMocks();
  for (const end of ends.splice(0)) end();
});

test.each([
  'POST //127.0.0.1:{}/../../rest/v1/x',
  'POST /\\127.0.0.1:{}/..\\..\\rest/v1/x',
  'POST /rest/v1/..//127.0.0.1:{}/../rest/v1/x',
  'POST /rest/v1//127.0.0.1:{}/x',
  'POST http://127.0.0.1:{}/rest/v1/x',
  'POST http://127.0.0.1:{}//127.0.0.1:{}/../../rest/v1/x',
  'GET //127.0.0.1:{}/../../healthz',
])('%s reaches no other server', async (line) => {
  const backend = await startBackend();
  const other = await startBackend();
  const { port } = new URL(other.origin);
  const { status } = await ask(await siteBefore(backend), line.replaceAll('{}', port), `127.0.0.1:${port}`);
  expect(other.asked).toEqual([]);
  expect(status).toBeLessThan(500);
});

test('the backend receives path and query unchanged, without the host of an absolute address', async () => {
  const backend = await startBackend();
  const site = await siteBefore(backend);
  for (const target of ['/rest/v1/contacts?a=%2F..%2e', 'http://other.example:1/rest/v1/x', '/rest/v1/../a/%2e%2e']) {
    expect(await ask(site, `POST ${target}`)).toMatchObject({ status: 201 });
  }
  expect(backend.asked.map(({ path }) => path)).toEqual([
    '/rest/v1/contacts?a=%2F..%2e',
    '/rest/v1/x',
    '/rest/v1/../a/%2e%2e',
  ]);
});

test('a malformed target is answered 400, and reaches no backend', async () => {
  const backend = await startBackend();
  expect(await ask(await siteBefore(backend), 'POST /\\rest/v1/x')).toMatchObject({ status: 400 });
  expect(backend.asked).toEqual([]);
  expect(console.error).not.toHaveBeenCalled();
});

test('an answer that comes before the end of the body is forwarded, and the connection stays open', async () => {
  const early: RequestListener = (request, response) => {
    request.once('data', () => {
      response.writeHead(413, { connection: 'close', 'content-length': 2 }).write('{}');
      request.once('close', () => response.end());
    });
  };
  const backend = await startBackend(early);
  const site = await siteBefore(backend);
  const socket = connect(site, '127.0.0.1');
  socket.write('POST /rest/v1/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  // The client keeps sending until it gets an answer.
  const sending = setInterval(() => socket.write(chunk), 1);
  const [first] = await once(socket, 'data');
  clearInterval(sending);
  socket.destroy();
  expect(String(first)).toMatch(/^HTTP\/1\.1 413 /);
  expect(String(first)).not.toMatch(/^connection: close/im);
});

test('an unreachable backend gives a 503 and one line in the log, without a stack', async () => {
  const backend = await startBackend((request) => void request.socket.destroy());
  const site = await siteBefore(backend);
  const { status, text } = await ask(site, 'POST /rest/v1/contacts?secret=1');
  expect(status).toBe(503);
  expect(text).toMatch(/^retry-after: \d+$/im);
  expect(text).toContain('BACKEND_AWAY');
  expect(jest.mocked(console.error).mock.calls).toEqual([
    ['The backend did not answer POST /rest/v1/contacts: socket hang up.'],
  ]);
});

test('visitors who disconnect cause at most ten log lines per minute, without stacks', async () => {
  const backend = await startBackend(() => undefined);
  const site = await siteBefore(backend);
  for (let count = 1; count <= 15; count += 1) {
    const socket = connect(site, '127.0.0.1');
    const isWhole = count % 2 === 0;
    socket.write(`POST /rest/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n${isWhole ? '{}' : '{'}`);
    while (backend.asked.length < count) await new Promise(setImmediate);
    socket.destroy();
  }
  const lines = () => jest.mocked(console.error).mock.calls;
  while (lines().length < 10) await new Promise(setImmediate);
  await ask(site, 'GET /');
  expect(lines()).toEqual(Array(10).fill(['POST /rest/v1/x: the visitor went away before the answer.']));
});

test('hop-by-hop headers are not forwarded', async () => {
  const backend = await startBackend(answerWith(201, '', { 'keep-alive': 'timeout=9', 'x-kept': '1' }));
  const site = await siteBefore(backend);
  const hop = 'TE: trailers\r\nUpgrade: x\r\nExpect: 100-continue\r\nProxy-Connection: close\r\nConnection: close, TE';
  const { text } = await send(site, `POST /rest/v1/x HTTP/1.1\r\nHost: a\r\n${hop}\r\nContent-Length: 2\r\n\r\n{}`);
  expect(text).toMatch(/x-kept: 1/);
  expect(text).not.toMatch(/timeout=9/);
  const [{ headers } = { headers: {} }] = backend.asked;
  for (const name of ['te', 'upgrade', 'expect', 'proxy-connection']) expect(headers).not.toHaveProperty(name);
  expect(headers).toMatchObject({ host: 'a', 'content-length': '2', 'x-forwarded-for': '127.0.0.1' });
});
