/** @jest-environment node */
import { prepareForSupabase } from '@site/forms/testing/backend';
import { CallError } from './answer';
import { openOwnerApi, runRelease } from './open-owner-api';

test('calls load supabase-js only once the first screen has its answer', async () => {
  prepareForSupabase();
  let answer: (page: unknown) => void = () => undefined;
  const firstCall = {
    what: '["owner_today",{}]',
    at: performance.now(),
    answer: new Promise((resolve) => {
      answer = resolve;
    }),
  };
  Object.assign(globalThis, { window: { firstCall, localStorage: { getItem: () => null } } });
  const api = openOwnerApi({ url: 'http://localhost', anonKey: 'public-key' });
  const ended = jest.fn();
  // Without a browser, supabase-js finds no session.
  const call = api.call('owner_me', {}).catch(ended);
  await import('@supabase/supabase-js');
  await jest.advanceTimersByTimeAsync(1000);
  expect(ended).not.toHaveBeenCalled();
  answer({});
  await jest.advanceTimersByTimeAsync(300);
  await call;
  expect(ended).toHaveBeenCalled();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'window');
});

describe('run release', () => {
  /** Answers every request of the test. */
  function answerWith(status: number, body: string, type = 'application/json') {
    const asked: Request[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      asked.push(new Request(new URL(String(address), 'https://exemple.fr'), init));
      return new Response(body, { status, headers: { 'content-type': type } });
    });
    return asked;
  }

  afterEach(() => jest.restoreAllMocks());

  test('a command is sent with the session’s token, and its JSON is returned', async () => {
    const asked = answerWith(200, '{"text":"","json":{"seq":3}}');
    expect(await runRelease('token', 'rollback', { words: ['booking'], seq: 2 })).toEqual({ seq: 3 });
    const [request] = asked;
    expect(request?.url).toBe('https://exemple.fr/release/v1/commands/rollback');
    expect(request?.headers.get('authorization')).toBe('Bearer token');
    expect(await request?.json()).toEqual({ words: ['booking'], seq: 2 });
  });

  test.each([
    [404, 'text/plain', 'unavailable'],
    // A static host answers any address with a page.
    [200, 'text/html', 'unavailable'],
    [401, 'application/problem+json', 'unavailable'],
    [409, 'application/problem+json', 'changed'],
    [429, 'application/problem+json', 'too-many'],
    [422, 'application/problem+json', 'failed'],
  ])('an answer %i of %s means %s', async (status, type, reason) => {
    answerWith(status, '{"detail":"There is no earlier release."}', type);
    const error = await runRelease('token', 'status').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ reason });
  });

  test('a site that does not answer is offline', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(runRelease('token', 'status')).rejects.toMatchObject({ reason: 'offline' });
  });
});
