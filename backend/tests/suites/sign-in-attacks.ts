import { randomUUID } from 'node:crypto';
import { signJwt } from '../../src/data-folder/keys';
import type { TestBackend } from '../support/engines';
import { bearer, tokenOf } from '../support/owner-session';
import { addOwner, authCall, codeFor, forgetAttempts, otherCode, signIn } from '../support/sign-in';
import { anyAddress } from '../support/visitor';

/** How an attack ends: the status of its last answer, and whether it reached what it was after. */
interface Outcome {
  readonly status: number;
  readonly succeeded: boolean;
}

interface Attack {
  /** Completes "signing in withstands …". */
  readonly name: string;
  readonly run: (backend: TestBackend) => Promise<Outcome>;
  readonly answer: number;
  /** Takes the defence away, in the database's own settings; the same attack then succeeds. */
  readonly without: Readonly<Record<string, string>>;
}

const ask = (backend: TestBackend, email: string, address = anyAddress()) =>
  authCall(backend, 'otp', { body: { email, create_user: false }, headers: { 'x-forwarded-for': address } });
const verify = (backend: TestBackend, email: string, token: string | null, address = anyAddress()) =>
  authCall(backend, 'verify', { body: { email, token, type: 'email' }, headers: { 'x-forwarded-for': address } });
const refresh = (backend: TestBackend, refresh_token: string) =>
  authCall(backend, 'token?grant_type=refresh_token', { body: { refresh_token } });

async function ownerWithCode(backend: TestBackend) {
  const email = await addOwner(backend);
  await ask(backend, email);
  return { email, code: await codeFor(backend, email) };
}

const statusOf = ({ status }: { readonly status: number }): Outcome => ({ status, succeeded: status === 200 });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

async function lastOf(count: number, send: (index: number) => Promise<{ readonly status: number }>): Promise<Outcome> {
  let outcome: Outcome = { status: 0, succeeded: false };
  for (const index of times(count)) outcome = statusOf(await send(index));
  return outcome;
}

const attacks: readonly Attack[] = [
  {
    name: 'guessing: after five wrong codes the right one is refused',
    run: async (backend) => {
      const { email, code } = await ownerWithCode(backend);
      for (const _ of times(5)) await verify(backend, email, otherCode(code));
      return statusOf(await verify(backend, email, code));
    },
    answer: 403,
    without: { code_tries: '1000' },
  },
  {
    name: 'guessing in parallel from many addresses: of thirty tries at once, five count',
    run: async (backend) => {
      const { email, code } = await ownerWithCode(backend);
      await Promise.all(times(30).map(() => verify(backend, email, otherCode(code))));
      return statusOf(await verify(backend, email, code));
    },
    answer: 403,
    without: { code_tries: '1000' },
  },
  {
    name: 'guessing for many owners from one network',
    run: (backend) => {
      const address = anyAddress();
      return lastOf(21, async () => {
        const { email, code } = await ownerWithCode(backend);
        await verify(backend, email, otherCode(code), address);
        return verify(backend, email, code, address);
      });
    },
    answer: 429,
    without: { tries_per_caller: '1000' },
  },
  {
    name: 'guessing a code that is not asked for again in time',
    run: async (backend) => {
      const { email, code } = await ownerWithCode(backend);
      await backend.owner.query(
        `update private.sign_in_codes c set expires_at = expires_at - interval '10 minutes'
           where c.address_hash = private.salted($1)`,
        [email],
      );
      return statusOf(await verify(backend, email, code));
    },
    answer: 403,
    without: { code_lifetime: "interval '1 day'" },
  },
  {
    name: 'mail bombing: a second code for one address within a minute',
    run: async (backend) => {
      const email = await addOwner(backend);
      return lastOf(2, () => ask(backend, email));
    },
    answer: 429,
    without: { code_every: "interval '0'" },
  },
  {
    name: 'mail bombing from many addresses, every minute for an hour',
    run: async (backend) => {
      const email = await addOwner(backend);
      return lastOf(7, async () => {
        await moveAttempts(backend, email, '1 minute');
        return ask(backend, email);
      });
    },
    answer: 429,
    without: { codes_per_hour: '1000' },
  },
  {
    name: 'mail bombing from many addresses, all day',
    run: async (backend) => {
      const email = await addOwner(backend);
      return lastOf(21, async () => {
        await moveAttempts(backend, email, '1 hour');
        return ask(backend, email);
      });
    },
    answer: 429,
    without: { codes_per_day: '1000' },
  },
  {
    name: 'asking for the codes of many addresses from one network',
    run: (backend) => {
      const address = anyAddress();
      return lastOf(11, () => ask(backend, `${randomUUID()}@exemple.fr`, address));
    },
    answer: 429,
    without: { codes_per_caller: '1000' },
  },
  {
    name: 'the reuse of a refresh token, by whoever copied it, which ends the session',
    run: async (backend) => {
      const { session } = await signIn(backend);
      const next = await refresh(backend, session.refresh_token);
      await backend.owner.query("update private.owner_sessions set used_at = used_at - interval '11 seconds'");
      await refresh(backend, session.refresh_token);
      return statusOf(await refresh(backend, next.body.refresh_token));
    },
    answer: 400,
    without: { refresh_again: "interval '1 day'" },
  },
  {
    name: 'the refresh token of a phone that lay in a drawer',
    run: async (backend) => {
      const { session } = await signIn(backend);
      await backend.owner.query("update private.owner_sessions set used_at = used_at - interval '61 days'");
      return statusOf(await refresh(backend, session.refresh_token));
    },
    answer: 400,
    without: { session_idle: "interval '1000 days'" },
  },
];

/** Lets time pass for the codes that were asked for an address. */
const moveAttempts = ({ owner }: TestBackend, email: string, by: string) =>
  owner.query(
    'update private.sign_in_attempts set created_at = created_at - $2::interval where address_hash = private.salted($1)',
    [email, by],
  );

/** Attacks on signing in, each of which succeeds once its defence is taken away. */
export function describeSignInAttacks(backend: () => TestBackend): void {
  beforeEach(() => forgetAttempts(backend()));

  test.each(attacks)('signing in withstands $name', async ({ run, answer }) => {
    expect(await run(backend())).toEqual({ status: answer, succeeded: false });
  });

  test.each(attacks)('without its setting, nothing holds $name', async ({ run, without }) => {
    const names = Object.keys(without);
    const [kept] = await backend().owner.query<Record<string, unknown>>(
      `select ${names.map((name) => `${name}::text`)} from private.settings`,
    );
    const set = (values: Readonly<Record<string, string>>) =>
      backend().owner.script(
        `update private.settings set ${Object.entries(values).map(([name, value]) => `${name} = ${value}`)}`,
      );
    await set(without);
    try {
      expect(await run(backend())).toEqual({ status: 200, succeeded: true });
    } finally {
      await set(Object.fromEntries(Object.entries(kept ?? {}).map(([name, value]) => [name, `'${value}'`])));
    }
  });

  test('a code opens one session, also when it is sent ten times at once', async () => {
    const { email, code } = await ownerWithCode(backend());
    await backend().owner.script('update private.settings set code_tries = 1000');
    const answers = await Promise.all(times(10).map(() => verify(backend(), email, code)));
    await backend().owner.script('update private.settings set code_tries = 5');
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)]);
    expect(await verify(backend(), email, code)).toMatchObject({ status: 403 });
  });

  test('an address that is no owner’s gets the same answers as an owner’s, and the same work is done for it', async () => {
    const known = await addOwner(backend());
    const unknown = `${randomUUID()}@exemple.fr`;
    const seen = async (email: string) => {
      const asked = await ask(backend(), email);
      const again = await ask(backend(), email);
      const [code] = await backend().owner.query<{ mailed: boolean }>(
        'select tries, mail_id is not null as mailed from private.sign_in_codes where address_hash = private.salted($1)',
        [email],
      );
      const wrong = await verify(backend(), email, otherCode(await codeFor(backend(), email)));
      const plain = ({ status, body, headers }: typeof asked) => ({
        status,
        body: JSON.stringify(body).replace(/\d\d seconds/, 'n seconds'),
        headers: [...headers.keys()],
      });
      return { asked: plain(asked), again: plain(again), wrong: plain(wrong), code };
    };
    const answers = await seen(unknown);
    expect(answers).toEqual(await seen(known));
    expect(answers.asked).toMatchObject({ status: 200, body: '{}' });
    expect(answers.code).toEqual({ tries: 0, mailed: true });
  });

  test('even the right code of an address that is no owner’s opens nothing', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    await ask(backend(), email);
    expect(await verify(backend(), email, await codeFor(backend(), email))).toMatchObject({ status: 403 });
  });

  test('nobody chooses the session that an owner signs in to', async () => {
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

  test('a forged access token is refused where the owner is asked for, and the true one accepted', async () => {
    const { session } = await signIn(backend());
    const [header = '', payload = '', signature = ''] = session.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
      signJwt(claims, 'another secret of thirty-two characters'),
      tokenOf(backend(), { ...claims, exp: claims.iat - 1 }),
      tokenOf(backend(), { ...claims, role: 'service_role' }),
      tokenOf(backend(), { ...claims, sub: randomUUID() }),
      backend().anonKey,
    ];
    const user = (token: string) => authCall(backend(), 'user', { method: 'GET', headers: bearer(token) });
    for (const token of forged) expect(await user(token)).toMatchObject({ status: 403 });
    expect(await user(session.access_token)).toMatchObject({ status: 200 });
  });

  test('a page of another site can neither ask for a code nor read an answer', async () => {
    const email = await addOwner(backend());
    const from = (headers: Record<string, string>) => authCall(backend(), 'otp', { body: { email }, headers });
    const foreign = await from({ origin: 'https://elsewhere.example' });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } });
    expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
    // What a form of any page can send without asking first.
    expect(await from({ 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await from({ apikey: '' })).toMatchObject({ status: 401 });
    expect(await codeFor(backend(), email)).toBeNull();
    expect(await from({ origin: backend().url })).toMatchObject({ status: 200 });
  });

  test.each([
    ['of more than 64 kB', JSON.stringify({ email: 'a'.repeat(65_536) }), 413],
    ['that is nested thirty thousand times', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    ['that is no object', '["a@exemple.fr"]', 400],
    ['that is no JSON', '{"email":', 400],
    ['with a half character', '{"email":"\\ud800@exemple.fr"}', 400],
    ['with a prototype', '{"__proto__":{"email":"a@exemple.fr"}}', 400],
  ])('a body %s is refused', async (_, body, status) => {
    expect((await authCall(backend(), 'otp', { body })).status).toBe(status);
  });

  test('the database holds neither a code nor a refresh token', async () => {
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
