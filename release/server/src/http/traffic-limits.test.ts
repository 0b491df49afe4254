import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createHttpServer } from './answer-requests';
import { networkOf } from './traffic-limits';

describe('connections', () => {
  let site: ReturnType<typeof createHttpServer>;

  beforeEach(async () => {
    site = createHttpServer();
    site.server.listen(0, '127.0.0.1');
    await once(site.server, 'listening');
  });
  afterEach(() => site.server.close().closeAllConnections());

  test('limits the number of connections and their time: idle ones are kept longer than proxies do', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = site.server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 125_000,
      timeout: 60_000,
    });
    expect(site.server.maxConnections).toBeLessThanOrEqual(2000);
  });

  test('a process that may open 1,024 files takes 298 connections', () => {
    const limits = jest.spyOn(process.report, 'getReport');
    limits.mockReturnValue({ userLimits: { open_files: { soft: 1024 } } });
    expect(createHttpServer().server.maxConnections).toBe(298);
    limits.mockRestore();
  });

  const ASK = 'GET /r/none HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const open = () => connect((site.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);

  async function expectAnswered(socket: Socket, rest = ASK) {
    socket.write(rest);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 2/s);
  }

  test('connections between two requests give way when three quarters of all are open, and one in use stays', async () => {
    site.server.maxConnections = 8;
    const idle = Array.from({ length: 5 }, open);
    await Promise.all(idle.map((socket) => expectAnswered(socket)));
    const closed = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));
    const inUse = open();
    inUse.write(ASK.slice(0, -2));
    const newest = open();
    await closed;
    await expectAnswered(inUse, '\r\n');
    await expectAnswered(newest);
    for (const socket of [inUse, newest]) socket.destroy();
  });

  test('connections that came at once give way after their answers, when the next one is refused', async () => {
    site.server.maxConnections = 8;
    let accepted = 0;
    site.server.on('connection', () => {
      accepted += 1;
    });
    const log = jest.spyOn(console, 'error').mockImplementation();
    const first = Array.from({ length: 8 }, open);
    while (accepted < first.length) await once(site.server, 'connection');
    await Promise.all(first.map((socket) => expectAnswered(socket)));
    const closed = Promise.all(first.map((socket) => once(socket.resume(), 'close')));
    await once(open().resume(), 'close');
    await closed;
    expect(log.mock.calls).toEqual([['More than 8 connections: the newest are refused.']]);
    log.mockRestore();
    const next = open();
    await expectAnswered(next);
    next.destroy();
  });

  test('one address gets at most 200 connections, and another as soon as one of them ends', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation();
    site.server.maxConnections = 2000;
    const accepted: Socket[] = [];
    site.server.on('connection', (socket) => accepted.push(socket));
    const first = Array.from({ length: 200 }, open);
    while (accepted.length < first.length) await once(site.server, 'connection');
    await once(open().resume(), 'close');
    expect(log.mock.calls).toEqual([['More than 200 connections of one address: its newest are refused.']]);
    log.mockRestore();
    const ended = Promise.race(accepted.slice(0, 200).map((socket) => once(socket, 'close')));
    first[0]?.destroy();
    await ended;
    const next = open();
    await expectAnswered(next);
    for (const socket of [...first, next]) socket.destroy();
  });

  test('the answer to the hundredth request of a connection asks to close it, and the next request is refused', async () => {
    const socket = open();
    let answers = '';
    socket.on('data', (chunk) => {
      answers += chunk;
    });
    socket.write(ASK.repeat(101));
    while (answers.split('HTTP/1.1 ').length <= 101) await once(socket, 'data');
    socket.destroy();
    const bodies = answers.split('HTTP/1.1 ').slice(1);
    expect(bodies).toHaveLength(101);
    expect(bodies.filter((one) => one.includes('Le site démarre.'))).toHaveLength(100);
    expect(bodies[100]).toMatch(/^503 Service Unavailable\r\n/);
    expect(bodies[99]).toMatch(/Connection: close/i);
  });
});

test('the network of a request is that of its socket or, behind proxies, of the entry that they name in several headers', () => {
  const from = (proxies: number) =>
    networkOf(
      {
        headers: { 'x-forwarded-for': ['198.51.100.1', '192.0.2.1'] },
        socket: { remoteAddress: '::ffff:203.0.113.1' },
      } as unknown as IncomingMessage,
      proxies,
    );
  expect([0, 1, 2].map(from)).toEqual(['203.0.113.1', '192.0.2.1', '198.51.100.1']);
});
