import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { startAuth } from '../../src/auth/start-auth';
import type { TestBackend } from '../support/backend';
import { addOwner, authClient, codeFor, forgetAttempts, otherCode } from '../support/sign-in';
import { until } from '../support/until';
import { anyAddress } from '../support/visitor';

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
    const user = { aud: 'authenticated', role: 'authenticated', email, is_anonymous: false };
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { ...user, id } });
    expect(decodeJwt(session?.access_token ?? '')).toMatchObject({
      ...user,
      sub: session?.user.id,
      exp: session?.expires_at,
      iat: (session?.expires_at ?? 0) - 3600,
      amr: [{ method: 'otp', timestamp: expect.any(Number) }],
      session_id: id,
    });
  });

  test('a requested code wakes the worker, which otherwise looks every two seconds', async () => {
    const { jwtSecret, owner } = backend();
    const { auth, onCodeMail } = await startAuth(owner, { jwtSecret, siteOrigin: undefined, siteFacts: () => ({}) });
    const isWoken = new Promise<void>((resolve) => onCodeMail(resolve));
    const body = { email: await addOwner(backend()) };
    const caller = { caller: anyAddress(), authorization: undefined, userAgent: undefined };
    await auth({ method: 'POST', route: 'otp', query: new URLSearchParams(), body, ...caller });
    await isWoken;
  });

  test('a second request within a minute is refused with the seconds to wait, and a later one sends the same code again', async () => {
    const email = await addOwner(backend());
    await ask(email);
    const first = (await codeFor(backend(), email)) ?? '';
    const error = await ask(email);
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d\d seconds\.$/);
    await forgetAttempts(backend());
    expect(await ask(email)).toBeNull();
    expect(await codeFor(backend(), email)).toBe(first);
    expect((await verify(email, first)).error).toBeNull();
  });

  test('a code that was tried too often, used or has expired is replaced by the next one', async () => {
    const email = await addOwner(backend());
    const change = (set: string) =>
      backend().owner.query(`update private.sign_in_codes set ${set} where address_hash = private.salted($1)`, [email]);
    const askNext = async () => {
      await forgetAttempts(backend());
      expect(await ask(email)).toBeNull();
      return (await codeFor(backend(), email)) ?? '';
    };
    const codes = [await askNext()];
    await change('tries = 5');
    codes.push(await askNext());
    await change('expires_at = now()');
    codes.push(await askNext());
    expect((await verify(email, codes.at(-1) ?? '')).error).toBeNull();
    codes.push(await askNext());
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('the tries of a code that is sent again count on', async () => {
    const email = await addOwner(backend());
    await ask(email);
    const code = (await codeFor(backend(), email)) ?? '';
    for (let tries = 0; tries < 4; tries += 1) await verify(email, otherCode(code));
    await forgetAttempts(backend());
    await ask(email);
    expect((await verify(email, otherCode(code))).error).toMatchObject({ code: 'otp_expired' });
    expect((await verify(email, code)).error).toMatchObject({ code: 'otp_expired' });
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
