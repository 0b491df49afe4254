// Run by backend/tests/owner-space.test.ts.

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { startAuth } from '../../src/auth/start-auth';
import type { TestBackend } from '../support/backend';
import { times, until } from '../support/cases';
import {
  addOwner,
  ask,
  authCall,
  authClient,
  bearer,
  codeFor,
  forgetAttempts,
  otherCode,
  ownerWithCode,
  refresh,
  signIn,
  tokenOf,
  verify,
} from '../support/owner';
import { anyAddress } from '../support/visitor';

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

export function describeSessions(backend: () => TestBackend): void {
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
    expect((await refresh(backend(), session.refresh_token)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(backend(), third.body.refresh_token)).body.code).toBe('refresh_token_not_found');
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

const NO_ADDRESS = 'One of email or phone must be set';
const BAD_ADDRESS = 'Unable to validate email address: invalid format';
const NO_TOKEN = 'Invalid Refresh Token: Refresh Token Not Found';
const code = { email: 'a@exemple.fr', token: '123456', type: 'email' };

/** Errors of /auth/v1, in the formats of Supabase Auth. */
export function describeAuthErrors(backend: () => TestBackend): void {
  test.each([
    ['otp', { email: { a: 1 } }, 400, 'validation_failed', NO_ADDRESS],
    ['otp', { email: 'x' }, 400, 'validation_failed', BAD_ADDRESS],
    ['verify', { ...code, type: 'sms' }, 400, 'validation_failed', 'Unsupported verification type'],
    ['verify', { ...code, token: 123456 }, 400, 'validation_failed', 'Unsupported verification type'],
    ['verify', { ...code, token: '12345' }, 403, 'otp_expired', 'Token has expired or is invalid'],
    ['token?grant_type=password', { email: 'a', password: 'b' }, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['token?grant_type=refresh_token', { refresh_token: 'x' }, 400, 'refresh_token_not_found', NO_TOKEN],
    ['logout', {}, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ['user', {}, 405, 'unknown', 'Method Not Allowed'],
  ])('%s with %j is answered with an error of Supabase Auth', async (path, body, status, code, message) => {
    const answer = await authCall(backend(), path, { body });
    expect([answer.status, answer.body]).toEqual([status, { code, message }]);
    const headers = ['x-supabase-api-version', 'x-sb-error-code', 'cache-control'].map((name) =>
      answer.headers.get(name),
    );
    expect(headers).toEqual(['2024-01-01', code, 'no-store']);
  });
}

export function describeSignInRefusals(backend: () => TestBackend): void {
  beforeEach(() => forgetAttempts(backend()));

  test('a code opens only one session when it is sent ten times at once', async () => {
    const { email, code } = await ownerWithCode(backend());
    await backend().owner.script('update private.settings set code_tries = 1000');
    const answers = await Promise.all(times(10).map(() => verify(backend(), { email, token: code })));
    await backend().owner.script('update private.settings set code_tries = 5');
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)]);
    expect(await verify(backend(), { email, token: code })).toMatchObject({ status: 403 });
  });

  test('an address that belongs to no owner gets the same answers as an owner’s, and causes the same work', async () => {
    const owner = await addOwner(backend());
    const unknown = `${randomUUID()}@exemple.fr`;
    const seen = async (email: string) => {
      const asked = await ask(backend(), email);
      const again = await ask(backend(), email);
      const [code] = await backend().owner.query<{ mailed: boolean }>(
        'select tries, mail_id is not null as mailed from private.sign_in_codes where address_hash = private.salted($1)',
        [email],
      );
      const wrong = await verify(backend(), { email, token: otherCode(await codeFor(backend(), email)) });
      const plain = ({ status, body, headers }: typeof asked) => ({
        status,
        body: JSON.stringify(body).replace(/\d\d seconds/, 'n seconds'),
        headers: [...headers.keys()],
      });
      return { asked: plain(asked), again: plain(again), wrong: plain(wrong), code };
    };
    const answers = await seen(unknown);
    expect(answers).toEqual(await seen(owner));
    expect(answers.asked).toMatchObject({ status: 200, body: '{}' });
    expect(answers.code).toEqual({ tries: 0, mailed: true });
  });

  test('even the right code of an address that belongs to no owner is refused', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    await ask(backend(), email);
    const token = await codeFor(backend(), email);
    expect(await verify(backend(), { email, token })).toMatchObject({ status: 403 });
  });

  test('a caller cannot choose the session that an owner signs in to', async () => {
    const { email, code } = await ownerWithCode(backend());
    const chosen = randomUUID();
    const { body } = await authCall(backend(), `verify?session_id=${chosen}`, {
      body: { email, token: code, type: 'email', session_id: chosen, id: chosen, refresh_token: 'x' },
      headers: { ...bearer(tokenOf(backend(), { session_id: chosen })), cookie: `session_id=${chosen}` },
    });
    expect(body.access_token).toEqual(expect.any(String));
    expect(JSON.stringify(body)).not.toContain(chosen);
    const sessions = await backend().owner.query('select from private.owner_sessions where id = $1', [chosen]);
    expect(sessions).toEqual([]);
  });

  test('a refresh token with another session, number or signature is refused', async () => {
    const [own, other] = [await signIn(backend()), await signIn(backend())];
    const [session = '', number = '', signature = ''] = own.session.refresh_token.split('.');
    const [otherSession = ''] = other.session.refresh_token.split('.');
    const forged = [
      `${otherSession}.${number}.${signature}`,
      `${session}.${Number(number) + 1}.${signature}`,
      `${session}.0${number}.${signature}`,
      `${session}.${number}.${'A'.repeat(43)}`,
      `${session}.${number}.`,
      own.session.access_token,
    ];
    for (const token of forged) expect(await refresh(backend(), token)).toMatchObject({ status: 400 });
    expect(await refresh(backend(), own.session.refresh_token)).toMatchObject({ status: 200 });
  });

  // keys.test.ts has the forged signatures.
  test('an access token of another role or owner is refused by GET user, and the genuine one is accepted', async () => {
    const { session } = await signIn(backend());
    const claims = decodeJwt(session.access_token);
    const forged = [
      tokenOf(backend(), { ...claims, role: 'service_role' }),
      tokenOf(backend(), { ...claims, sub: randomUUID() }),
      backend().anonKey,
    ];
    const user = (token: string) => authCall(backend(), 'user', { method: 'GET', headers: bearer(token) });
    for (const token of forged) expect(await user(token)).toMatchObject({ status: 403 });
    expect(await user(session.access_token)).toMatchObject({ status: 200 });
  });

  test('the database contains neither a code nor a refresh token', async () => {
    const { email, session } = await signIn(backend());
    await forgetAttempts(backend());
    await ask(backend(), email);
    const code = (await codeFor(backend(), email)) ?? '';
    const stored = await backend().owner.query<{ text: string }>(
      `select to_jsonb(c)::text as text from private.sign_in_codes c where address_hash = private.salted($1)
       union all select to_jsonb(s)::text from private.owner_sessions s
       union all select to_jsonb(o)::text from private.outbox o where o.kind = 'code'`,
      [email],
    );
    expect(stored.length).toBeGreaterThan(1);
    const texts = stored.map(({ text }) => JSON.parse(text)).flatMap(Object.values);
    expect(texts).not.toContain(code);
    expect(texts.join(' ')).not.toContain(session.refresh_token.split('.')[2]);
  });
}

interface Attack {
  /** Completes "signing in withstands …". */
  readonly name: string;
  /** Returns the status of the last answer. */
  readonly run: (backend: TestBackend) => Promise<number>;
  readonly answer: number;
}

async function lastOf(count: number, send: (index: number) => Promise<{ readonly status: number }>): Promise<number> {
  let last = 0;
  for (const index of times(count)) last = (await send(index)).status;
  return last;
}

function mailBombing(when: string, count: number, gap: string): Attack {
  return {
    name: `mail bombing from many addresses, ${when}`,
    run: async (backend) => {
      const email = await addOwner(backend);
      return lastOf(count, async () => {
        await moveAttempts(backend, email, gap);
        return ask(backend, email);
      });
    },
    answer: 429,
  };
}

const attacks: readonly Attack[] = [
  {
    name: 'guessing in parallel from many addresses, as only five of thirty tries count',
    run: async (backend) => {
      const { email, code } = await ownerWithCode(backend);
      await Promise.all(times(30).map(() => verify(backend, { email, token: otherCode(code) })));
      return (await verify(backend, { email, token: code })).status;
    },
    answer: 403,
  },
  {
    name: 'guessing for many owners from one network',
    run: (backend) => {
      const address = anyAddress();
      return lastOf(21, async () => {
        const { email, code } = await ownerWithCode(backend);
        await verify(backend, { email, token: otherCode(code) }, address);
        return verify(backend, { email, token: code }, address);
      });
    },
    answer: 429,
  },
  mailBombing('every minute for an hour', 7, '1 minute'),
  mailBombing('all day', 21, '1 hour'),
  {
    name: 'requesting codes for many addresses from one network',
    run: (backend) => {
      const address = anyAddress();
      return lastOf(11, () => ask(backend, `${randomUUID()}@exemple.fr`, address));
    },
    answer: 429,
  },
  {
    name: 'the refresh token of a device that was unused for two months',
    run: async (backend) => {
      const { session } = await signIn(backend);
      await backend.owner.query("update private.owner_sessions set used_at = used_at - interval '61 days'");
      return (await refresh(backend, session.refresh_token)).status;
    },
    answer: 400,
  },
];

/** Moves the requests for an address's codes back in time. */
const moveAttempts = ({ owner }: TestBackend, email: string, by: string) =>
  owner.query(
    'update private.sign_in_attempts set created_at = created_at - $2::interval where address_hash = private.salted($1)',
    [email, by],
  );

export function describeSignInAttacks(backend: () => TestBackend): void {
  beforeEach(() => forgetAttempts(backend()));

  test.each(attacks)('signing in withstands $name', async ({ run, answer }) => {
    expect(await run(backend())).toBe(answer);
  });
}
