import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGateway } from '../local/gateway/gateway';
import { visitor } from './support/visitor';

const REFUSED = { code: '23514', details: null, hint: null, message: 'violates "contacts_nom_ok"' };
const BROKEN_OFF = { code: '', details: null, hint: null, message: '' };

test('a database that goes away in the middle is no fault of the visitor, a refusal is', async () => {
  // What PostgREST 12 answers when a session of PostgreSQL is killed; it cannot be had from one on demand.
  const answers = [REFUSED, BROKEN_OFF];
  const postgrest = createServer((request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(answers.shift()));
  });
  await new Promise<void>((resolve) => postgrest.listen(0, '127.0.0.1', resolve));
  const restPort = (postgrest.address() as AddressInfo).port;
  const gateway = await startGateway({
    port: 0,
    restPort,
    anonKey: 'key',
    trustedProxies: 0,
    mayWrite: async () => true,
  });
  const noise = jest.spyOn(console, 'error').mockImplementation();
  try {
    const { post } = visitor({ url: gateway.url, anonKey: 'key' });
    expect(await post('contacts', {})).toMatchObject({ status: 400, body: REFUSED });
    expect(await post('contacts', {})).toMatchObject({ status: 503, body: { code: 'BACKEND_UNAVAILABLE' } });
    expect(noise).toHaveBeenCalledWith('Backend: POST failed: The database broke off');
  } finally {
    noise.mockRestore();
    await gateway.stop();
    postgrest.close();
  }
});
