import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import type { TestBackend } from '../support/backend';
import { addOwner, authCall, authClient, codeFor, forgetAttempts, otherCode, signIn } from '../support/sign-in';
import { refresh } from '../support/sign-in-calls';
import { until } from '../support/until';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Signing in with supabase-js. */
export function describeSignIn(backend: () => TestBackend): void {
  const ask = async (email: string) => {
    const { error } = await authClient(backend()).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    return error;
  };
  const verify = async (email: string, token: string) => {
    const { data, error } = await authClient(backend()).auth.verifyOtp({ email, token, type: 'email' });
    return { session: data.session, error };
  };
  const mailsTo = (email: string) => {
    const folder = join(backend().dataDir, 'mails');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    return names
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.includes(`To: ${email}`));
  };

  test('supabase-js signs an owner in with the code from a mail', async () => {
    const email = await addOwner(backend());
    expect(await ask(email.toUpperCase())).toBeNull();
    const code = readCode(await until(() => mailsTo(email)[0]));
    const { session, error } = await verify(email, code);
    expect(error).toBeNull();
    expect(session).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expect.any(Number),
      refresh_token: expect.any(String),
      user: {
        id: UUID,
        aud: 'authenticated',
        role: 'authenticated',
        email,
        email_confirmed_at: MOMENT,
        phone: '',
        confirmed_at: MOMENT,
        last_sign_in_at: MOMENT,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: {},
        identities: [],
        created_at: MOMENT,
        updated_at: MOMENT,
        is_anonymous: false,
      },
    });
    expect(decodeJwt(session?.access_token ?? '')).toEqual({
      iss: expect.stringMatching(/\/auth\/v1$/),
      sub: session?.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      exp: session?.expires_at,
      iat: (session?.expires_at ?? 0) - 3600,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      aal: 'aal1',
      amr: [{ method: 'otp', timestamp: expect.any(Number) }],
      session_id: UUID,
      is_anonymous: false,
    });
  });

  test('the mail of a code does not wait for the worker, which looks every two seconds', async () => {
    const startedAt = performance.now();
    for (let count = 0; count < 4; count += 1) {
      const email = await addOwner(backend());
      await ask(email);
      await until(() => mailsTo(email)[0]);
    }
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test('an owner who has signed in can call the functions of the owner’s space with the same client', async () => {
    const { client, email } = await signIn(backend());
    const { data, error } = await client.rpc('owner_me');
    expect({ data, error }).toEqual({ data: { email, name: 'Camille Martin', sessionId: UUID }, error: null });
    expect((await client.rpc('owner_sessions')).data).toMatchObject([{ userAgent: 'a phone', isThis: true }]);
  });

  test('getUser() returns the owner, and no user once the session has ended', async () => {
    const { client, session } = await signIn(backend());
    expect((await client.auth.getUser()).data.user).toEqual(session.user);
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

  test('a wrong code is refused as Supabase Auth refuses it, and the right one is still accepted', async () => {
    const email = await addOwner(backend());
    await ask(email);
    const code = await codeFor(backend(), email);
    const { error } = await verify(email, otherCode(code));
    expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' });
    expect((await verify(email, code ?? '')).error).toBeNull();
  });

  test('a second code within a minute is refused with the seconds to wait, and a later one replaces the first', async () => {
    const email = await addOwner(backend());
    await ask(email);
    const first = (await codeFor(backend(), email)) ?? '';
    const error = await ask(email);
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d\d seconds\.$/);
    await forgetAttempts(backend());
    expect(await ask(email)).toBeNull();
    const second = (await codeFor(backend(), email)) ?? '';
    if (second !== first) expect((await verify(email, first)).error).toMatchObject({ code: 'otp_expired' });
    expect((await verify(email, second)).error).toBeNull();
  });

  test('an expired code is refused, and its mail is not sent any more', async () => {
    const email = await addOwner(backend());
    await ask(email);
    const code = (await codeFor(backend(), email)) ?? '';
    await backend().owner.query(
      'update private.sign_in_codes set expires_at = now() where address_hash = private.salted($1)',
      [email],
    );
    expect((await verify(email, code)).error).toMatchObject({ code: 'otp_expired' });
    const [detail] = await backend().owner.query(
      'select private.code_detail(mail_id) as detail from private.sign_in_codes where address_hash = private.salted($1)',
      [email],
    );
    expect(detail).toEqual({ detail: null });
  });
}

const readCode = (mail: string) => /^Subject: .*?(\d{4}[ _]\d{4})\?*=*\r?$/m.exec(mail)?.[1]?.replace(/\D/, '') ?? '';

const sessionOf = (accessToken = ''): unknown => decodeJwt(accessToken).session_id;
