/** @jest-environment node */

import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { openOwnerApi } from './open-owner-api';
import type { SessionState } from './owner-api';

let server: Awaited<ReturnType<typeof startAnsweringServer>>;

// jsdom has no fetch, and Node no window.
const stored = new Map<string, string>();
const page = Object.assign(new EventTarget(), {
  localStorage: { getItem: (key: string) => stored.get(key) ?? null },
  location: { origin: 'https://exemple.fr' },
});

beforeEach(async () => {
  prepareForSupabase();
  Object.assign(globalThis, { window: page });
  stored.clear();
  server = await startAnsweringServer();
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'window');
  await server.stop();
});

const user = { id: '6f0d4bd2-0000-4000-8000-000000000001', aud: 'authenticated', email: 'ada@exemple.fr' };
const session = {
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user,
};

const ends: (() => void)[] = [];

function open() {
  const states: SessionState[] = [];
  const api = openOwnerApi(server.backend);
  ends.push(api.session.watch((state) => states.push(state)));
  return { api, states };
}

test('without a stored session the owner is signed out, and nothing is called', () => {
  const { states } = open();
  expect(states).toEqual(['signed-out']);
  expect(server.calls).toEqual([]);
});

test('a correct code opens a session', async () => {
  const { api, states } = open();
  server.answerWith(200, session);
  expect(await api.session.enterCode('ada@exemple.fr', '123456')).toEqual({ ok: true });
  expect(server.calls[0]).toMatchObject({
    request: 'POST /auth/v1/verify',
    body: { email: 'ada@exemple.fr', token: '123456', type: 'email' },
  });
  await jest.advanceTimersByTimeAsync(10);
  expect(states.at(-1)).toBe('signed-in');
});

test.each([
  ['an hour and more ahead of', 2],
  ['an hour and more behind', -2],
])('a device whose clock is %s the server’s does not renew the session at every call', async (_, hours) => {
  jest.setSystemTime(Date.now() + hours * 3_600_000);
  const { api } = open();
  server.answerWith(200, session);
  await api.session.enterCode('ada@exemple.fr', '123456');
  server.answerWith(200, {});
  for (let count = 0; count < 3; count += 1) await api.call('owner_me', {});
  expect(server.calls.map(({ request }) => request)).toEqual([
    'POST /auth/v1/verify',
    ...Array(3).fill('POST /rest/v1/rpc/owner_me'),
  ]);
});

test('requesting a code creates no account, and does not reveal whether one exists', async () => {
  const { api } = open();
  server.answerWith(200, {});
  expect(await api.session.sendCode('ada@exemple.fr')).toEqual({ ok: true });
  expect(server.calls[0]).toMatchObject({
    request: 'POST /auth/v1/otp',
    body: { email: 'ada@exemple.fr', create_user: false },
  });
  server.answerWith(422, { code: 'otp_disabled', error_code: 'otp_disabled', msg: 'Signups not allowed for otp' });
  expect(await api.session.sendCode('alex@exemple.fr')).toEqual({ ok: true });
});

test.each([
  [403, { error_code: 'otp_expired', msg: 'Token has expired or is invalid' }, 'wrong-code'],
  [429, { error_code: 'over_request_rate_limit', msg: 'Too many' }, 'too-many'],
  [400, { error_code: 'bad_json', msg: 'No' }, 'failed'],
  [503, { error_code: 'unexpected_failure', msg: 'No' }, 'offline'],
])('an answer %i to a code with %j means %s', async (status, body, reason) => {
  const { api } = open();
  server.answerWith(status, body);
  expect(await api.session.enterCode('ada@exemple.fr', '000000')).toEqual({ ok: false, reason });
});

test.each([
  ['over_email_send_rate_limit', 'For security purposes, you can only request this after 42 seconds.', 'too-soon', 42],
  ['over_request_rate_limit', 'Request rate limit reached, try again after 540 seconds.', 'too-many', 540],
])('the refusal %s of a code passes on its seconds', async (code, message, reason, wait) => {
  const { api } = open();
  server.answerWith(429, { error_code: code, msg: message });
  expect(await api.session.sendCode('ada@exemple.fr')).toEqual({ ok: false, reason, wait });
});

test('a session that another tab stores is opened', async () => {
  const { states } = open();
  expect(states).toEqual(['signed-out']);
  stored.set('espace-session', '{}');
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'espace-session' }));
  await jest.advanceTimersByTimeAsync(10);
  // supabase-js finds no session in the stored text, which is kept nevertheless.
  expect(states.at(-1)).toBe('unreachable');
});

test('a stored session that does not expire soon opens the space before supabase-js is loaded', async () => {
  stored.set('espace-session', JSON.stringify(session));
  const { api, states } = open();
  expect([api.session.isOpen(), states]).toEqual([true, ['signed-in']]);
});

test('when supabase-js does not load, a valid stored session stays open and an expired one is unreachable', async () => {
  jest.doMock('@supabase/supabase-js', () => {
    throw new Error('ChunkLoadError');
  });
  stored.set('espace-session', JSON.stringify(session));
  const opened = open();
  stored.set('espace-session', JSON.stringify({ ...session, expires_at: 0 }));
  const ended = open();
  expect(ended.api.session.isOpen()).toBe(false);
  await jest.advanceTimersByTimeAsync(10);
  expect(opened.states).toEqual(['signed-in']);
  expect(ended.states).toEqual(['unreachable']);
  await expect(opened.api.call('owner_me', {})).rejects.toMatchObject({ reason: 'offline' });
});

test('a server that cannot be reached does not count as a wrong code', async () => {
  const { api } = open();
  await server.stop();
  // supabase-js logs the error.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await api.session.enterCode('ada@exemple.fr', '123456')).toEqual({ ok: false, reason: 'offline' });
  server = await startAnsweringServer();
});
