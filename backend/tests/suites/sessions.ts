import { decodeJwt } from 'jose';
import type { TestBackend } from '../support/backend';
import { authCall, authClient, signIn } from '../support/sign-in';
import { refresh } from '../support/sign-in-calls';

/** Sessions of supabase-js. */
export function describeSessions(backend: () => TestBackend): void {
  test('getUser() returns the owner, and no user once the session has ended', async () => {
    const { client, session } = await signIn(backend());
    expect((await client.auth.getUser()).data.user).toEqual(session.user);
    expect((await client.rpc('owner_sessions')).data).toMatchObject([{ userAgent: 'a phone', isThis: true }]);
    await client.rpc('owner_end_session', { id: sessionOf(session.access_token) });
    expect(await client.auth.getUser(session.access_token)).toMatchObject({
      data: { user: null },
      error: { name: 'AuthSessionMissingError' },
    });
  });

  test('refreshSession() returns new tokens of the same session', async () => {
    const { client, session } = await signIn(backend());
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(sessionOf(data.session?.access_token)).toBe(sessionOf(session.access_token));
    expect(await client.rpc('owner_me')).toMatchObject({ status: 200 });
  });

  test('the predecessor of the active refresh token gets the active one at any time, as its answer may be lost', async () => {
    const { session } = await signIn(backend());
    const again = () => authClient(backend()).auth.refreshSession({ refresh_token: session.refresh_token });
    const answers = await Promise.all([again(), again(), again()]);
    await backend().owner.query("update private.owner_sessions set used_at = used_at - interval '13 days'");
    answers.push(await again());
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    const [active, ...others] = new Set(answers.map(({ data }) => data.session?.refresh_token));
    expect(others).toEqual([]);
    expect((await refresh(backend(), active ?? '')).status).toBe(200);
  });

  test('a refresh token older than the predecessor of the active one ends the session at once', async () => {
    const { session } = await signIn(backend());
    const second = await refresh(backend(), session.refresh_token);
    const third = await refresh(backend(), second.body.refresh_token);
    expect((await refresh(backend(), session.refresh_token)).body.error_code).toBe('refresh_token_already_used');
    expect((await refresh(backend(), third.body.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  });

  test.each([
    ['local', 401, 200],
    ['others', 200, 401],
    ['global', 401, 401],
  ] as const)('signOut() with the scope %s ends the sessions of that scope', async (scope, here, elsewhere) => {
    const first = await signIn(backend());
    const second = await signIn(backend(), first.email);
    const stranger = await signIn(backend());
    const { access_token: token } = first.session;
    expect(
      await authCall(backend(), `logout?scope=${scope}`, { headers: { authorization: `Bearer ${token}` } }),
    ).toMatchObject({ status: 204, body: null });
    expect((await first.client.rpc('owner_me')).status).toBe(here);
    expect((await second.client.rpc('owner_me')).status).toBe(elsewhere);
    expect((await stranger.client.rpc('owner_me')).status).toBe(200);
  });

  test('signOut() of supabase-js succeeds, also when the session has ended already', async () => {
    const { client, session } = await signIn(backend());
    await backend().owner.query('delete from private.owner_sessions where id = $1', [sessionOf(session.access_token)]);
    expect(await client.auth.signOut()).toEqual({ error: null });
  });
}

const sessionOf = (accessToken = ''): unknown => decodeJwt(accessToken).session_id;
