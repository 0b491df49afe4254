import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSiteServer } from './site-server';

const EXPECTED = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const { server } = createSiteServer();
afterAll(() => server.close());

test('every answer has all security headers, also while the site starts', async () => {
  server.listen(0);
  await once(server, 'listening');
  const { status, headers } = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/`);
  expect(status).toBe(503);
  for (const [name, value] of Object.entries(EXPECTED)) expect([name, headers.get(name)]).toEqual([name, value]);
});
