// Run by backend/tests/owner-space.test.ts.
import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { OWNER_FUNCTIONS } from '../support/catalogue';
import { anyOwner, authClient, bearer, codeFor, forgetAttempts, ownerSession, signIn, tokenOf } from '../support/owner';
import { runCommand, runTool } from '../support/programs';
import { visitor } from '../support/visitor';

export function describeOwners(backend: () => TestBackend): void {
  const call = (name: string, token: string, args: object = {}) =>
    visitor(backend()).post(`rpc/${name}`, args, bearer(token));

  test('an owner with a session can read who they are', async () => {
    const { accessToken, email, sessionId } = await ownerSession(backend());
    const { status, body } = await call('owner_me', accessToken);
    expect({ status, body }).toEqual({ status: 200, body: { email, name: 'Camille Martin', sessionId } });
  });

  test('every function that the gateway forwards exists and calls private.require_owner()', async () => {
    const rows = await backend().owner.query<{ name: string; guarded: boolean }>(
      `select proname as name, prosrc like '%private.require_owner()%' as guarded
         from pg_proc where pronamespace = 'public'::regnamespace and proname like 'owner\\_%'`,
    );
    expect(rows.map(({ name, guarded }) => `${name} ${guarded}`).sort()).toEqual(
      [...OWNER_FUNCTIONS].map((name) => `${name} true`).sort(),
    );
  });

  test.each([
    ['of a session that never was', () => ({ sub: randomUUID(), session_id: randomUUID() })],
    ['without a session', () => ({ session_id: undefined })],
    ['with the address of an owner as its only claim', async () => ({ email: (await ownerSession(backend())).email })],
    [
      'of another owner’s session',
      async () => ({
        sub: (await ownerSession(backend())).ownerId,
        session_id: (await ownerSession(backend())).sessionId,
      }),
    ],
  ])('a signed token %s is refused with 401', async (_, claims) => {
    const token = tokenOf(backend(), await claims());
    expect(await call('owner_me', token)).toMatchObject({ status: 401, body: { code: '42501' } });
  });

  test('an owner can list their own sessions and end one of them', async () => {
    const here = await ownerSession(backend());
    const elsewhere = await ownerSession(backend(), here.email);
    await ownerSession(backend());
    const { body } = await call('owner_sessions', here.accessToken);
    const listed = body as { id: string; isThis: boolean }[];
    expect(listed.map(({ id, isThis }) => [id, isThis]).sort()).toEqual(
      [
        [here.sessionId, true],
        [elsewhere.sessionId, false],
      ].sort(),
    );
    expect(listed[0]).toEqual({
      id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      usedAt: expect.stringMatching(/Z$/),
      userAgent: 'a phone',
      isThis: expect.any(Boolean),
    });

    const ended = await call('owner_end_session', here.accessToken, { id: elsewhere.sessionId });
    expect(ended).toMatchObject({ status: 200, body: [{ id: here.sessionId, isThis: true }] });
    expect(await call('owner_me', elsewhere.accessToken)).toMatchObject({ status: 401 });
    expect(await call('owner_end_session', here.accessToken, { id: here.sessionId })).toMatchObject({
      status: 200,
      body: [],
    });
    expect(await call('owner_me', here.accessToken)).toMatchObject({ status: 401 });
  });

  test('a call notes when its session was used, at most every few minutes, and never that of another', async () => {
    const [used, other] = [await ownerSession(backend()), await ownerSession(backend())];
    const ago = (interval: string) =>
      backend().owner.query('update private.owner_sessions set used_at = now() - $1::interval where id = any ($2)', [
        interval,
        [used.sessionId, other.sessionId],
      ]);
    const isNoted = async ({ sessionId }: typeof used) => {
      const find = "select from private.owner_sessions where id = $1 and used_at > now() - interval '1 minute'";
      return (await backend().owner.query(find, [sessionId])).length === 1;
    };
    await ago('4 minutes');
    await call('owner_days', used.accessToken);
    expect(await isNoted(used)).toBe(false);
    await ago('6 minutes');
    await Promise.all([call('owner_days', used.accessToken), call('owner_me', used.accessToken)]);
    expect(await isNoted(used)).toBe(true);
    expect(await isNoted(other)).toBe(false);
  });

  test('nobody can end the session of another owner', async () => {
    const own = await ownerSession(backend());
    const other = await ownerSession(backend());
    const refused = await call('owner_end_session', own.accessToken, { id: other.sessionId });
    expect(refused).toMatchObject({ status: 404, body: { code: 'UNKNOWN_SESSION' } });
    expect(await call('owner_me', other.accessToken)).toMatchObject({ status: 200 });
  });
}

export function describeOwnerCommands(backend: () => TestBackend): void {
  const owner = (...args: string[]) => runCommand('owner', backend().env, ...args);

  test('an owner is added once, named, listed with their sessions, and removed with them', async () => {
    const email = anyOwner();
    // The program; the other tests call what it runs.
    expect(await runTool('owner', backend().env, 'add', ` ${email.toUpperCase()} `)).toEqual({
      code: 0,
      stdout: `${email} is an owner now: a mail with the first steps at /espace goes to this address, or to a file in the data folder's mails without SMTP_URL.\n`,
      stderr: '',
    });
    expect(await owner('add', email)).toMatchObject({ code: 0, stdout: `${email} is an owner already.\n` });
    expect(await owner('add', email, '--name', 'Camille Martin')).toMatchObject({
      code: 0,
      stdout: `${email} is named Camille Martin now.\n`,
    });
    const welcomes = await backend().owner.query(
      `select private.mail_detail(m) as detail from private.outbox m join private.owners o on o.id = m.ref
       where m.kind = 'welcome' and o.email = $1`,
      [email],
    );
    expect(welcomes).toEqual([{ detail: { email } }]);
    const { client } = await signIn(backend(), email);
    const { stdout } = await owner('list');
    const line = stdout.split('\n').find((one) => one.startsWith(email));
    expect(line).toMatch(/ Camille Martin +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ +1$/);

    expect(await owner('remove', email)).toMatchObject({
      code: 0,
      stdout: `${email} is no owner any more (sessions ended: 1).\n`,
    });
    expect(await client.rpc('owner_me')).toMatchObject({ status: 401 });
    expect(await owner('remove', email)).toMatchObject({ code: 1, stderr: expect.stringContaining('is no owner') });
  });

  test('a code from the terminal signs in, whether it was read before or after a mail was requested', async () => {
    const { email } = await signIn(backend());
    const read = async () =>
      /^\d{8}(?= opens the owner's space of )/.exec((await owner('code', email)).stdout)?.[0] ?? '';
    const token = await read();
    await forgetAttempts(backend());
    await authClient(backend()).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect([await codeFor(backend(), email), await read()]).toEqual([token, token]);
    const { error } = await authClient(backend()).auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
  });

  test('a code of a removed owner is refused', async () => {
    const { email } = await signIn(backend());
    await owner('code', email);
    const token = (await codeFor(backend(), email)) ?? '';
    await owner('remove', email);
    const { error } = await authClient(backend()).auth.verifyOtp({ email, token, type: 'email' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test.each([
    [['code', 'nobody@exemple.fr'], /^"nobody@exemple\.fr" is no owner: "npx pnpm site-owner list" shows all/],
    [['add', 'camille'], /^"camille" is no e-mail address: write it as in contact@example\.com\.$/],
    [
      ['add', 'a@exemple.fr', '--name', ' Guard'],
      /^The log uses the name " Guard" for the site itself: choose another\.$/,
    ],
    [['add', 'a@exemple.fr', '--name', '\u001b[2J'], /^The name must be one line of 1 to 100 characters\.$/],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await owner(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim()).toMatch(sentence);
  });
}
