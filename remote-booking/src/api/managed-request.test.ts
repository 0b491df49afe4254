/** @jest-environment node */

import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { callManaged, sendLinkAgain } from './managed-request';

let server: Awaited<ReturnType<typeof startAnsweringServer>>;

beforeAll(prepareForSupabase);
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

const request = {
  status: 'nouvelle',
  version: 2,
  isAgefice: false,
  days: [{ date: '2026-12-01', confirmed: false, uid: 'ab-2026-12-01' }],
};
const call = () => callManaged(server.backend, 'manage_cancel', { secret: 'geheim', version: 2 });

test('the link’s call sends the secret in the body of one POST, and in no address or header', async () => {
  server.answerWith(200, request);
  expect(await call()).toEqual({ ok: true, value: request });
  const [{ request: line, headers, query, body } = { request: '' }] = server.calls;
  expect(line).toBe('POST /rest/v1/rpc/manage_cancel');
  expect(body).toEqual({ secret: 'geheim', version: 2 });
  expect(JSON.stringify([headers, `${query}`])).not.toContain('geheim');
});

test.each([
  [200, null, { reason: 'unknown' }],
  [200, { days: 'x' }, { reason: 'unknown' }],
  [409, { code: 'CHANGED_SINCE', details: JSON.stringify(request) }, { reason: 'changed', value: request }],
  [409, { code: 'NOT_POSSIBLE', details: null }, { reason: 'impossible' }],
  [400, { code: 'DATE_CLOSED', details: '2026-12-25' }, { reason: 'closed', date: '2026-12-25' }],
  [400, { code: 'DATE_PAST', details: '2026-11-01' }, { reason: 'rejected' }],
  [429, { code: 'RATE_LIMIT', details: '90' }, { reason: 'too-many', retryAfterS: 90 }],
  [502, '<html>', { reason: 'offline' }],
])('an answer %i %j is an outcome', async (status, body, outcome) => {
  server.answerWith(status, body);
  expect(await call()).toMatchObject({ ok: false, ...outcome });
});

test.each([
  [200, true, true],
  [200, false, false],
  [404, { code: 'PGRST202' }, false],
])('a link is sent again where the server answers %i %j: %j', async (status, body, isSent) => {
  server.answerWith(status, body);
  expect(await sendLinkAgain(server.backend, 'a-key')).toBe(isSent);
  expect(server.calls).toMatchObject([{ request: 'POST /rest/v1/rpc/send_link_again', body: { attempt: 'a-key' } }]);
});
