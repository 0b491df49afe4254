import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBackend } from '../support/backend';
import { anyOwner, bearer, tokenOf } from '../support/owner-session';
import { visitor } from '../support/visitor';

const AUTH_STAND_INS = readFileSync(join(import.meta.dirname, '../fixtures/hosted/auth.sql'), 'utf8');

const BY_CODE = [{ method: 'otp', timestamp: 1 }];

/** Who counts as an owner when hosted Auth keeps the sessions. */
export function describeHostedOwners(backend: () => TestBackend): void {
  const call = (name: string, token: string, args: object = {}) =>
    visitor(backend()).post(`rpc/${name}`, args, bearer(token));

  beforeAll(() => backend().owner.script(AUTH_STAND_INS));
  afterAll(() => backend().owner.script('drop schema auth cascade'));

  async function addOwner(): Promise<string> {
    const email = anyOwner();
    await backend().owner.query("insert into private.owners (email, name) values ($1, 'Camille Martin')", [email]);
    return email;
  }

  /** Signs somebody in at hosted Auth. */
  async function signedIn(email: string, { claims = {}, users = '', sessions = '' } = {}) {
    const [sub, session_id] = [randomUUID(), randomUUID()];
    const { owner } = backend();
    await owner.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [sub, email]);
    await owner.query("insert into auth.sessions values ($1, $2, now(), null, 'a phone', null)", [session_id, sub]);
    if (users) await owner.query(`update auth.users set ${users} where id = $1`, [sub]);
    if (sessions) await owner.query(`update auth.sessions set ${sessions} where id = $1`, [session_id]);
    return { sessionId: session_id, token: tokenOf(backend(), { sub, session_id, amr: BY_CODE, ...claims }) };
  }

  test('an owner who has signed in at hosted Auth with a code can read who they are, in any spelling of the address', async () => {
    const email = await addOwner();
    const { token, sessionId } = await signedIn(email.replace('owner', 'Owner'));
    const { status, body } = await call('owner_me', token);
    expect({ status, body }).toEqual({ status: 200, body: { email, name: 'Camille Martin', sessionId } });
  });

  test('somebody else who has signed up at hosted Auth is refused with 403', async () => {
    const { token } = await signedIn(`${randomUUID()}@exemple.fr`);
    for (const name of ['owner_me', 'owner_sessions'] as const) {
      expect(await call(name, token)).toMatchObject({ status: 403, body: { code: '42501' } });
    }
  });

  test.each([
    ['whose address is not confirmed', { users: 'email_confirmed_at = null' }],
    ['who is banned', { users: "banned_until = now() + interval '1 day'" }],
    ['who was deleted', { users: 'deleted_at = now()' }],
    ['whose session is over', { sessions: 'not_after = now()' }],
    [
      'who signed up with the owner’s address and a password',
      { claims: { amr: [{ method: 'password', timestamp: 1 }] } },
    ],
    ['whose token does not say how its session began', { claims: { amr: undefined } }],
    ['whose token names another session', { claims: { session_id: randomUUID() } }],
    ['whose token names another user', { claims: { sub: randomUUID() } }],
  ])('somebody with an owner’s address %s is refused with 401', async (_, changes) => {
    const { token } = await signedIn(await addOwner(), changes);
    expect(await call('owner_me', token)).toMatchObject({ status: 401, body: { code: '42501' } });
  });

  test('an owner can list their sessions at hosted Auth and end one', async () => {
    const here = await signedIn(await addOwner());
    const user = '(select user_id from auth.sessions where id = $1)';
    const other = randomUUID();
    await backend().owner.query(
      `insert into auth.sessions values ($2, ${user}, now() - interval '2 days', '2026-11-22 08:05:00', null, null)`,
      [here.sessionId, other],
    );
    expect(await call('owner_sessions', here.token)).toMatchObject({
      status: 200,
      body: [
        { id: here.sessionId, isThis: true, userAgent: 'a phone' },
        { id: other, isThis: false, userAgent: null, usedAt: '2026-11-22T08:05:00Z' },
      ],
    });
    const stranger = await signedIn(await addOwner());
    expect(await call('owner_end_session', stranger.token, { id: other })).toMatchObject({ status: 404 });
    expect(await call('owner_end_session', here.token, { id: other })).toMatchObject({
      body: [{ id: here.sessionId }],
    });
    expect(await call('owner_end_session', here.token, { id: here.sessionId })).toMatchObject({ body: [] });
    expect(await call('owner_me', here.token)).toMatchObject({ status: 401 });
  });
}
