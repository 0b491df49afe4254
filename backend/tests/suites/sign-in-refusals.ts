// Run by backend/tests/owner-space.test.ts.
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { TestBackend } from '../support/backend';
import { times } from '../support/cases';
import {
  addOwner,
  ask,
  authCall,
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
