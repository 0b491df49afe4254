import { randomUUID } from 'node:crypto';
import { SPELLINGS } from '../support/addresses';
import type { TestBackend } from '../support/backend';
import { contact, reservation } from '../support/rows';
import { anyAddress, attemptHeader, visitor } from '../support/visitor';

/** The limits per address and of the whole site above which requests are stored flagged. */
export function describeLimits(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const sendOne = async (address: string, headers: Record<string, string> = {}) => {
    const attempt = randomUUID();
    const answer = await visitor(backend(), address).post('contacts', contact, {
      ...attemptHeader(attempt),
      ...headers,
    });
    expect(answer).toMatchObject({ status: 201 });
    const [row] = await query<{ flagged: boolean }>('select flagged from public.contacts where attempt = $1', [
      attempt,
    ]);
    return row?.flagged;
  };
  const sendFive = async (address: string) => {
    for (let time = 0; time < 5; time += 1) expect(await sendOne(address)).toBe(false);
  };
  const queued = () =>
    query('select kind, count(*)::integer from private.outbox where digest_id is null group by kind order by kind');

  test('eight people behind one address are all stored, the last three flagged and told in one digest', async () => {
    await query('delete from private.outbox');
    const by = visitor(backend());
    const email = `${randomUUID()}@exemple.fr`;
    for (let person = 1; person <= 8; person += 1) {
      const answer =
        person % 2
          ? await by.post('contacts', { ...contact, email })
          : await by.post('reservations', { ...reservation, email });
      expect(answer).toMatchObject({ status: 201 });
    }
    const flags = await query<{ flagged: boolean }>(
      `select flagged from (select created_at, email, flagged from public.contacts
         union all select created_at, email, flagged from public.reservations) as request
       where email = $1 order by created_at`,
      [email],
    );
    expect(flags.map(({ flagged }) => flagged)).toEqual([...Array(5).fill(false), ...Array(3).fill(true)]);
    expect(await queued()).toEqual([
      { kind: 'contact', count: 3 },
      { kind: 'digest', count: 1 },
      { kind: 'reservation', count: 2 },
    ]);
    expect(await sendOne(anyAddress())).toBe(false);
  });

  test('ten minutes later requests of the same address are no longer flagged', async () => {
    const address = anyAddress();
    await sendFive(address);
    expect(await sendOne(address)).toBe(true);
    await query("update private.submissions set created_at = created_at - interval '10 minutes'");
    expect(await sendOne(address)).toBe(false);
  });

  test('exactly five of 40 parallel submissions of one address are not flagged', async () => {
    const { post } = visitor(backend());
    const email = `${randomUUID()}@exemple.fr`;
    const answers = await Promise.all(Array.from({ length: 40 }, () => post('contacts', { ...contact, email })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const counted = `select count(*) filter (where flagged)::integer as flagged, count(*)::integer as stored
      from public.contacts where email = $1`;
    expect(await query(counted, [email])).toEqual([{ flagged: 35, stored: 40 }]);
  });

  test.each([
    ['{"cf-connecting-ip": "192.0.2.1", "x-forwarded-for": "198.51.100.7"}', '192.0.2.1'],
    ['{"x-forwarded-for": "203.0.113.66, 198.51.100.7"}', '198.51.100.7'],
    ['{"x-forwarded-for": "::ffff:198.51.100.7"}', '198.51.100.7'],
    ['{"x-forwarded-for": "unknown"}', 'unknown'],
    ['{"x-real-ip": "192.0.2.1"}', null],
  ])('the headers %s mean %s without a gateway of ours in front', async (headers, network) => {
    const { owner } = backend();
    await owner.query("select set_config('request.headers', $1, false)", [headers]);
    const rows = await owner.query('select private.caller_network(address_headers) as network from private.settings');
    await owner.query("select set_config('request.headers', '', false)");
    expect(rows).toEqual([{ network }]);
  });

  test('an address counts as the same network in every spelling, and all entries that are no address count as one', async () => {
    const { owner } = backend();
    for (const [entry, network] of SPELLINGS) {
      await owner.query("select set_config('request.headers', $1, false)", [JSON.stringify({ forwarded: entry })]);
      expect(await owner.query("select private.caller_network('{forwarded}') as network")).toEqual([{ network }]);
    }
    await owner.query("select set_config('request.headers', '', false)");
  });

  test('a submission that is refused for its content does not count', async () => {
    const address = anyAddress();
    const { post } = visitor(backend(), address);
    for (let time = 0; time < 6; time += 1) {
      expect(await post('contacts', { ...contact, nom: 'x' })).toMatchObject({ status: 400 });
    }
    await sendFive(address);
  });

  test('a flood from many addresses is stored, flagged above the usual total of an hour, and told in one digest', async () => {
    await query('delete from private.submissions');
    await query('delete from private.outbox');
    await query('update private.settings set total_per_hour = 3');
    try {
      const flags = [];
      for (let time = 0; time < 12; time += 1) flags.push(await sendOne(anyAddress()));
      expect(flags).toEqual([...Array(3).fill(false), ...Array(9).fill(true)]);
      expect(await queued()).toEqual([
        { kind: 'contact', count: 3 },
        { kind: 'digest', count: 1 },
      ]);
    } finally {
      await query('update private.settings set total_per_hour = 100000');
    }
  });
}
