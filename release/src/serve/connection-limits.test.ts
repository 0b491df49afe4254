import { once } from 'node:events';
import { connect } from 'node:net';
import { createSiteServer } from './site-server';

let site: ReturnType<typeof createSiteServer>;

beforeEach(async () => {
  site = createSiteServer();
  site.server.listen(0, '127.0.0.1');
  await once(site.server, 'listening');
});
afterEach(() => site.server.close().closeAllConnections());

test('limits headers to 10 s, requests to 30 s, idle connections to 5 s and stalled ones to 60 s', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = site.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5000,
    timeout: 60_000,
  });
});

test('the server accepts at most two thousand connections', () => {
  expect(site.server.maxConnections).toBeGreaterThan(0);
  expect(site.server.maxConnections).toBeLessThanOrEqual(2000);
});

test('a connection is closed after a hundred requests, and the next request is refused', async () => {
  const address = site.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const socket = connect(address.port, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  socket.write('GET /r/none HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(101));
  await once(socket, 'close');
  const bodies = answers.split('HTTP/1.1 ').slice(1);
  expect(bodies).toHaveLength(101);
  expect(bodies.filter((one) => one.includes('The site is starting.'))).toHaveLength(100);
  expect(bodies[100]).toMatch(/^503 Service Unavailable\r\n/);
  expect(bodies[99]).toMatch(/Connection: close/i);
});
