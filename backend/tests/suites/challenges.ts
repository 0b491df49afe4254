import { randomUUID } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { answerHeader, challengeOf, solve } from '../support/challenge';
import type { TestBackend } from '../support/engines';
import { contact, datesOf, incident, parisDay, reservation, reserve } from '../support/rows';
import { anyAddress, attemptHeader, visitor } from '../support/visitor';

const refused = { status: 429, body: { code: 'RATE_LIMIT', hint: expect.stringContaining('PBKDF2/SHA-256') } };

/** Challenges above a limit, and refused answers to them. */
export function describeChallenges(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const setting = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  const secret = async () =>
    (await query<{ secret: string }>('select challenge_secret as secret from private.settings'))[0]?.secret ?? '';
  const post = (address: string, headers = {}) => visitor(backend(), address).post('contacts', contact, headers);
  /** An address at its limit, and its challenge. */
  const limited = async (submissions = 5) => {
    const address = anyAddress();
    await query(
      `insert into private.submissions (address_hash)
         select private.caller_hash(s) from private.settings s, generate_series(1, $1),
           set_config('request.headers', $2, false)`,
      [submissions, JSON.stringify({ 'x-forwarded-for': address })],
    );
    const answer = await post(address);
    expect(answer).toMatchObject(refused);
    return { address, challenge: challengeOf(answer) };
  };
  const stored = (attempt: string) =>
    query('select flagged, unwanted from public.contacts where attempt = $1', [attempt]);

  // The cost of finding a key does not matter here.
  beforeAll(() => setting('challenge_rounds', 10));
  afterAll(() => setting('challenge_rounds', 500));

  test('the challenge is one that altcha-lib solves and verifies', async () => {
    const { challenge } = await limited();
    const solution = await solve(challenge);
    const verified = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: await secret() });
    expect(verified).toMatchObject({ verified: true });
    const { expiresAt = 0 } = challenge.parameters;
    expect(expiresAt - Date.now() / 1000).toBeGreaterThan(500);
    expect(expiresAt - Date.now() / 1000).toBeLessThan(700);
  });

  test('keys derived in SQL are those of RFC 8018, whatever the rounds', async () => {
    for (const rounds of [1, 2, 1000]) {
      const { derivedKey } = await deriveKey(
        { algorithm: 'PBKDF2/SHA-256', cost: rounds, keyLength: 32, keyPrefix: '00', nonce: '', salt: '' },
        Buffer.from('salt'),
        Buffer.from('password'),
      );
      const rows = await query("select encode(private.pbkdf2('password', 'salt', $1), 'hex') as key", [rounds]);
      expect(rows).toEqual([{ key: Buffer.from(derivedKey).toString('hex') }]);
    }
  });

  test('a solved challenge lets the sixth submission in, flagged, and no mail of its own tells of it', async () => {
    await query('delete from private.outbox');
    const { address, challenge } = await limited();
    const attempt = randomUUID();
    expect(await post(address, await answerHeader(challenge, attempt))).toMatchObject({ status: 201 });
    expect(await stored(attempt)).toEqual([{ flagged: true, unwanted: false }]);
    expect(await query('select kind, digest_id is null as alone from private.outbox order by kind')).toEqual([
      { kind: 'contact', alone: false },
      { kind: 'digest', alone: true },
    ]);
  });

  test('a solved challenge lets a reservation in, and its dates need none', async () => {
    const { address, challenge } = await limited();
    const by = visitor(backend(), address);
    const id = await reserve(by, await answerHeader(challenge));
    expect(await by.post('reservation_dates', datesOf(id, parisDay(3)))).toMatchObject({ status: 201 });
    expect(await by.post('incidents', incident)).toMatchObject({ status: 201 });
  });

  test('a spent challenge is refused with a new one, even by another address', async () => {
    const { address, challenge } = await limited();
    const answer = await answerHeader(challenge);
    expect(await post(address, answer)).toMatchObject({ status: 201 });
    const other = await limited();
    for (const from of [address, other.address]) {
      const again = await post(from, { 'x-client-info': answer['x-client-info'].replace(/attempt=\S+/, '') });
      expect(again).toMatchObject(refused);
      expect(challengeOf(again).parameters.nonce).not.toBe(challenge.parameters.nonce);
    }
  });

  test('one of several parallel uses of a solved challenge is let in', async () => {
    const { challenge } = await limited();
    const addresses = await Promise.all(Array.from({ length: 6 }, async () => (await limited()).address));
    const answers = await Promise.all(
      addresses.map(async (address) => post(address, await answerHeader(challenge, randomUUID()))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429, 429, 429, 429]);
  });

  test('a submission that is refused for its content does not spend the answer', async () => {
    const { address, challenge } = await limited();
    const answer = await answerHeader(challenge);
    const by = visitor(backend(), address);
    expect(await by.post('contacts', { ...contact, nom: 'x' }, answer)).toMatchObject({ status: 400 });
    expect(await by.post('contacts', contact, answer)).toMatchObject({ status: 201 });
  });

  test('a repeat of an attempt that is stored needs no challenge', async () => {
    const address = anyAddress();
    const header = attemptHeader();
    expect(await post(address, header)).toMatchObject({ status: 201 });
    for (let time = 0; time < 4; time += 1) await post(address);
    expect(await post(address)).toMatchObject(refused);
    expect(await post(address, header)).toMatchObject({ status: 409, body: { code: 'ALREADY_STORED' } });
  });

  describe('an answer is refused', () => {
    const cases: [string, (challenge: Challenge) => Promise<Record<string, string>> | Record<string, string>][] = [
      [
        'without the work',
        (challenge) => answerHeader(challenge, undefined, { counter: 0, derivedKey: '00'.repeat(32) }),
      ],
      [
        'with a key that another counter gives',
        async (challenge) => {
          const solution = await solve(challenge);
          return answerHeader(challenge, undefined, { ...solution, counter: solution.counter + 1 });
        },
      ],
      [
        'with a key that does not begin as asked',
        async (challenge) => answerHeader(challenge, undefined, await solve(challenge, { keyPrefix: 'ff' })),
      ],
      [
        'for a challenge of its own making',
        async ({ parameters }) => {
          const own = await createChallenge({
            ...parameters,
            algorithm: 'PBKDF2/SHA-256',
            deriveKey,
            hmacSignatureSecret: 'a guess',
          });
          return answerHeader(own);
        },
      ],
      [
        'with cheaper parameters under our signature',
        ({ parameters, signature }) =>
          answerHeader({ parameters: { ...parameters, cost: 1 }, signature: signature ?? '' }),
      ],
      [
        'with a later expiry under our signature',
        ({ parameters, signature }) =>
          answerHeader({
            parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 3600 },
            signature: signature ?? '',
          }),
      ],
    ];

    test.each(cases)('%s', async (_, answer) => {
      const { address, challenge } = await limited();
      expect(await post(address, await answer(challenge))).toMatchObject(refused);
    });

    const encoded = (text: string) => Buffer.from(text).toString('base64url');
    test.each([
      ['no base64', '*'],
      ['no UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
      ['no JSON', encoded('{')],
      ['null', encoded('null')],
      ['an empty object', encoded('{}')],
      ['an empty challenge', encoded('{"challenge":{"parameters":{},"signature":""},"solution":{}}')],
      ['deeply nested', encoded('['.repeat(1400))],
      ['nested parameters', encoded(`{"challenge":{"parameters":{"a":${'['.repeat(700)}`)],
      ['too long', 'A'.repeat(3000)],
      ['empty', ''],
    ])('that is %s', async (_, answer) => {
      const { address } = await limited();
      expect(await post(address, { 'x-client-info': `site-web/1.0.0 challenge=${answer}` })).toMatchObject(refused);
    });

    test('an answer is refused after its challenge has expired', async () => {
      await query("update private.settings set challenge_lifetime = '-1 second'");
      const { address, challenge } = await limited();
      await query("update private.settings set challenge_lifetime = '10 minutes'");
      expect(await post(address, await answerHeader(challenge))).toMatchObject(refused);
    });

    test.each([
      '{"counter": 1.5}',
      '{"counter": "x"}',
      '{"counter": 99999999999999999999}',
      '{"counter": -1}',
      '{"counter": null}',
      '{}',
      '{"derivedKey": null, "counter": 1}',
    ])('with the solution %s', async (solution) => {
      const { address, challenge } = await limited();
      const text = `{"challenge":${JSON.stringify(challenge)},"solution":${solution}}`;
      expect(await post(address, { 'x-client-info': `x challenge=${encoded(text)}` })).toMatchObject(refused);
    });
  });

  test.each([
    [5, 10],
    [24, 10],
    [25, 20],
    [35, 40],
    [64, 160],
    [200, 160],
  ])('an address with %s submissions within the window is asked for %s rounds', async (submissions, cost) => {
    expect((await limited(submissions)).challenge.parameters.cost).toBe(cost);
  });

  test('an answer at half the current cost is accepted, one at a quarter is refused', async () => {
    const cheap = await limited(5);
    const dear = await limited(25);
    expect(await post(dear.address, await answerHeader(cheap.challenge))).toMatchObject({ status: 201 });
    const another = await limited(5);
    const dearest = await limited(35);
    expect(await post(dearest.address, await answerHeader(another.challenge))).toMatchObject(refused);
  });

  test('far above the usual total every address gets a challenge, and solved ones are stored flagged', async () => {
    await setting('challenge_above_total', 0);
    try {
      const address = anyAddress();
      const asked = await visitor(backend(), address).post('reservations?select=id', reservation, {
        prefer: 'return=representation',
      });
      expect(asked).toMatchObject({ status: 429, body: { code: 'CHALLENGE_REQUIRED', details: null } });
      expect(asked.headers.get('retry-after')).toBeNull();
      const attempt = randomUUID();
      expect(await post(address, await answerHeader(challengeOf(asked), attempt))).toMatchObject({ status: 201 });
      expect(await stored(attempt)).toEqual([{ flagged: true, unwanted: false }]);
    } finally {
      await setting('challenge_above_total', 100_000);
    }
  });

  test('the cost doubles with each doubling of the total, up to eight times', async () => {
    await query('delete from private.submissions');
    await setting('challenge_above_total', 10);
    const costs = [];
    for (const total of [10, 11, 19, 20, 40, 80, 200]) {
      await query('delete from private.submissions');
      await query("insert into private.submissions (address_hash) select 'x' from generate_series(1, $1)", [total]);
      const answer = await post(anyAddress());
      costs.push(answer.status === 201 ? 0 : challengeOf(answer).parameters.cost);
    }
    await setting('challenge_above_total', 100_000);
    expect(costs).toEqual([0, 10, 10, 20, 40, 80, 80]);
  });

  test("the secret and the spent answers are out of a visitor's reach", async () => {
    const held = await query(
      `select r from unnest(array['anon', 'authenticated']) r
        where has_table_privilege(r, 'private.spent_challenges', 'select, insert, update, delete')
           or has_table_privilege(r, 'private.settings', 'select')
           or has_any_column_privilege(r, 'private.settings', 'select')
           or has_function_privilege(r, 'private.make_challenge(private.settings, integer)', 'execute')
           or has_function_privilege(r, 'private.redeem_challenge(private.settings, integer)', 'execute')`,
    );
    expect(held).toEqual([]);
  });

  test('expired nonces are removed', async () => {
    await query(
      "insert into private.spent_challenges values ('old', now() - interval '1 second'), ('new', now() + interval '1 minute')",
    );
    await query('select private.apply_retention()');
    expect(await query("select nonce from private.spent_challenges where nonce in ('old', 'new')")).toEqual([
      { nonce: 'new' },
    ]);
  });
}
