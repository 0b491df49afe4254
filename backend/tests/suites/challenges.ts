import { randomUUID } from 'node:crypto';
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { answerHeader, challengeOf, challengesOf, RATE_LIMITED, solve } from '../support/challenge';
import type { TestBackend } from '../support/engines';
import { contact, datesOf, incident, parisDay, reserve } from '../support/rows';
import { anyAddress, attemptHeader, visitor } from '../support/visitor';

/** Challenges above a limit, and submissions with a solved challenge. */
export function describeChallenges(backend: () => TestBackend): void {
  const { query, post, limited, stored } = challengesOf(backend);
  const secret = async () =>
    (await query<{ secret: string }>('select challenge_secret as secret from private.settings'))[0]?.secret ?? '';

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

  test('a solved challenge lets the sixth submission in, which is flagged and mailed in a digest only', async () => {
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

  test('a solved challenge lets a reservation in, and its dates need no challenge', async () => {
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
      expect(again).toMatchObject(RATE_LIMITED);
      expect(challengeOf(again).parameters.nonce).not.toBe(challenge.parameters.nonce);
    }
  });

  test('only one of several parallel uses of a solved challenge is accepted', async () => {
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
    expect(await post(address)).toMatchObject(RATE_LIMITED);
    expect(await post(address, header)).toMatchObject({ status: 409, body: { code: 'ALREADY_STORED' } });
  });

  test('visitors can neither read the secret nor read or change spent challenges', async () => {
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
