import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createSiteServer } from './site-server';

let site: ReturnType<typeof createSiteServer>;

beforeEach(async () => {
  site = createSiteServer();
  site.server.listen(0, '127.0.0.1');
  await once(site.server, 'listening');
});
afterEach(() => site.server.close().closeAllConnections());

test('limits headers to 10 s, requests to 30 s and stalled connections to 60 s, and keeps idle ones longer than proxies do', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = site.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 125_000,
    timeout: 60_000,
  });
});

test('the server accepts at most two thousand connections', () => {
  expect(site.server.maxConnections).toBeGreaterThan(0);
  expect(site.server.maxConnections).toBeLessThanOrEqual(2000);
});

test('connections between two requests give way when three quarters of all are open, and one in use stays', async () => {
  site.server.maxConnections = 8;
  const { port } = site.server.address() as AddressInfo;
  const ask = 'GET /r/none HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const idle = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(ask);
      await once(socket, 'data');
      return socket;
    }),
  );
  const closed = Promise.all(idle.map((socket) => once(socket.resume(), 'close')));
  const inUse = connect(port, '127.0.0.1');
  inUse.write(ask.slice(0, -2));
  const newest = connect(port, '127.0.0.1');
  await closed;
  for (const socket of [inUse, newest]) {
    socket.write(socket === inUse ? '\r\n' : ask);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 2/s);
    socket.destroy();
  }
});

test('the answer to the hundredth request of a connection asks to close it, and the next request is refused', async () => {
  const address = site.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const socket = connect(address.port, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  socket.write('GET /r/none HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(101));
  while (answers.split('HTTP/1.1 ').length <= 101) await once(socket, 'data');
  socket.destroy();
  const bodies = answers.split('HTTP/1.1 ').slice(1);
  expect(bodies).toHaveLength(101);
  expect(bodies.filter((one) => one.includes('The site is starting.'))).toHaveLength(100);
  expect(bodies[100]).toMatch(/^503 Service Unavailable\r\n/);
  expect(bodies[99]).toMatch(/Connection: close/i);
});
