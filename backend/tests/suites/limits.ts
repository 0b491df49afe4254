import { randomUUID } from 'node:crypto';
import { SPELLINGS } from '../support/addresses';
import type { TestBackend } from '../support/engines';
import { contact, reservation } from '../support/rows';
import { anyAddress, attemptHeader, visitor } from '../support/visitor';

/** The limits per address and in total. */
export function describeLimits(backend: () => TestBackend): void {
  const sendFive = async (address: string) => {
    const { post } = visitor(backend(), address);
    for (const [table, row] of [
      ['contacts', contact],
      ['reservations', reservation],
      ['contacts', contact],
      ['reservations', reservation],
      ['contacts', contact],
    ] as const) {
      expect(await post(table, row)).toMatchObject({ status: 201 });
    }
  };
  const sendOne = (address: string) => visitor(backend(), address).post('contacts', contact);

  test('the sixth submission of an address within ten minutes is refused, and another address is not', async () => {
    const address = anyAddress();
    await sendFive(address);
    const refused = await sendOne(address);
    const wait = refused.headers.get('retry-after');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT', details: wait } });
    expect(Number(wait)).toBeGreaterThan(580);
    expect(Number(wait)).toBeLessThanOrEqual(600);
    expect(await sendOne(anyAddress())).toMatchObject({ status: 201 });
  });

  test('the time to wait counts from the oldest of five submissions that are minutes apart', async () => {
    const address = anyAddress();
    await sendFive(address);
    await backend().owner.query(`
      update private.submissions s set created_at = now() - latest.rank * interval '2 minutes' + interval '1 minute'
      from (select id, row_number() over (order by id desc) as rank from private.submissions
            order by id desc limit 5) as latest
      where s.id = latest.id`);
    const wait = Number((await sendOne(address)).headers.get('retry-after'));
    expect(wait).toBeGreaterThan(40);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test('an address at its limit may send again after ten minutes', async () => {
    const address = anyAddress();
    await sendFive(address);
    await backend().owner.query("update private.submissions set created_at = created_at - interval '10 minutes'");
    expect(await sendOne(address)).toMatchObject({ status: 201 });
  });

  test('a forged entry in front of the address does not evade the limit', async () => {
    const address = anyAddress();
    await sendFive(address);
    expect(await sendOne(`${anyAddress()}, ${address}`)).toMatchObject({ status: 429 });
    const headers = { 'cf-connecting-ip': anyAddress(), 'x-real-ip': anyAddress(), forwarded: 'for=192.0.2.1' };
    expect(await visitor(backend(), address).post('contacts', contact, headers)).toMatchObject({ status: 429 });
  });

  test('addresses of one IPv6 network count as one', async () => {
    await sendFive('2001:db8:0:7::1');
    expect(await sendOne('2001:db8:0:7:abcd::9')).toMatchObject({ status: 429 });
    expect(await sendOne('2001:db8:0:8::1')).toMatchObject({ status: 201 });
  });

  test('exactly five of 40 parallel submissions of one address are stored', async () => {
    const { post } = visitor(backend());
    const email = `${randomUUID()}@exemple.fr`;
    const answers = await Promise.all(Array.from({ length: 40 }, () => post('contacts', { ...contact, email })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
    expect(await backend().owner.query('select from public.contacts where email = $1', [email])).toHaveLength(5);
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

  test('a refused submission does not count towards the limit', async () => {
    const address = anyAddress();
    const { post } = visitor(backend(), address);
    for (let time = 0; time < 6; time += 1) {
      expect(await post('contacts', { ...contact, nom: 'x' })).toMatchObject({ status: 400 });
    }
    await sendFive(address);
  });

  test('submissions above the total limit are stored and flagged', async () => {
    const { owner } = backend();
    const header = attemptHeader('00000000-0000-4000-8000-0000000000aa');
    await owner.query('update private.settings set total_per_hour = 0');
    try {
      expect(await visitor(backend()).post('contacts', contact, header)).toMatchObject({ status: 201 });
      expect(await visitor(backend()).post('reservations', reservation, header)).toMatchObject({ status: 201 });
    } finally {
      await owner.query('update private.settings set total_per_hour = 100000');
    }
    const attempt = ['00000000-0000-4000-8000-0000000000aa'];
    for (const table of ['contacts', 'reservations']) {
      expect(await owner.query(`select flagged from public.${table} where attempt = $1`, attempt)).toEqual([
        { flagged: true },
      ]);
    }
  });

  test('addresses are stored hashed, and removed within a day', async () => {
    const address = anyAddress();
    const { owner } = backend();
    await sendOne(address);
    const before = await owner.query<{ kept: string }>('select to_jsonb(s)::text as kept from private.submissions s');
    expect(before.filter((row) => row.kept.includes(address))).toEqual([]);
    await owner.query("update private.submissions set created_at = created_at - interval '23 hours'");
    await sendOne(anyAddress());
    await owner.query('select private.apply_retention()');
    expect(await owner.query('select count(*)::integer as kept from private.submissions')).toEqual([{ kept: 1 }]);
  });
}
