/** @jest-environment node */
import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { CallError } from './call-error';
import { openCallAhead, openOwnerApi, runRelease } from './open-owner-api';
import { pageOf } from './request-list';

describe('call ahead', () => {
  const KEY = 'espace-session';
  const list = pageOf({ filter: 'todo', search: '', oldest: false }, null);
  const page = { items: [], next: null };

  let server: Awaited<ReturnType<typeof startAnsweringServer>>;
  let stored: string | null;

  beforeEach(async () => {
    prepareForSupabase();
    stored = sessionOf(3600);
    Object.assign(globalThis, {
      window: { localStorage: { getItem: (key: string) => (key === KEY ? stored : null) } },
    });
    server = await startAnsweringServer();
    server.answerWith(200, page);
  });
  afterEach(async () => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'window');
    await server.stop();
  });

  const sessionOf = (seconds: number) =>
    JSON.stringify({ access_token: 'a.b.c', expires_at: Math.floor(Date.now() / 1000) + seconds });

  function open() {
    const ahead = openCallAhead(server.backend, KEY);
    ahead.send('owner_requests', list);
    return ahead;
  }

  test('the next identical call gets the answer requested ahead with the stored session, once', async () => {
    const ahead = open();
    expect(
      await ahead.take('owner_requests', pageOf({ filter: 'all', search: '', oldest: false }, null)),
    ).toBeUndefined();
    expect(await ahead.take('owner_me', {})).toBeUndefined();
    expect(await ahead.take('owner_requests', { ...list })).toEqual(page);
    expect(await ahead.take('owner_requests', list)).toBeUndefined();
    expect(server.calls).toEqual([
      expect.objectContaining({
        request: 'POST /rest/v1/rpc/owner_requests',
        body: list,
        headers: expect.objectContaining({ apikey: 'public-key', authorization: 'Bearer a.b.c' }),
      }),
    ]);
  });

  test('other calls load supabase-js only once the first screen has its answer', async () => {
    let answer: (response: Response) => void = () => undefined;
    jest.spyOn(globalThis, 'fetch').mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const api = openOwnerApi(server.backend);
    api.callAhead('owner_requests', list);
    const ended = jest.fn();
    // Without a browser, supabase-js finds no session.
    const call = api.call('owner_today', {}).catch(ended);
    await import('@supabase/supabase-js');
    await jest.advanceTimersByTimeAsync(1000);
    expect(ended).not.toHaveBeenCalled();
    answer(Response.json(page));
    await jest.advanceTimersByTimeAsync(300);
    await call;
    expect(ended).toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  test('answered() resolves at once when no call was sent, and with the answer otherwise', async () => {
    await openCallAhead(server.backend, KEY).answered();
    expect(server.calls).toHaveLength(0);
    await open().answered();
    expect(server.calls).toHaveLength(1);
  });

  test.each([401, 500])('an answer %i leaves the call to supabase-js', async (status) => {
    server.answerWith(status, { message: 'no' });
    expect(await open().take('owner_requests', list)).toBeUndefined();
  });

  test('a server that cannot be reached leaves the call to supabase-js', async () => {
    await server.stop();
    expect(await open().take('owner_requests', list)).toBeUndefined();
    server = await startAnsweringServer();
  });

  test('an answer that was requested ten seconds earlier is not used', async () => {
    const ahead = open();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await ahead.take('owner_requests', list)).toBeUndefined();
  });

  test.each([
    ['no session', () => null],
    ['a session that is to be renewed first', () => sessionOf(110)],
    ['a session without an end', () => '{"access_token":"a.b.c"}'],
    ['a session of an unexpected shape', () => '"a.b.c"'],
    ['text that is not JSON', () => '{'],
  ])('with %s in the browser’s storage nothing is sent', async (_, what) => {
    stored = what();
    expect(await open().take('owner_requests', list)).toBeUndefined();
    expect(server.calls).toEqual([]);
  });
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
