import type { TestBackend } from '../support/backend';
import { contact, datesOf, incident, parisDay, reservation, reserve } from '../support/rows';
import { anyAddress, attemptHeader, visitor } from '../support/visitor';

const LIMIT = 60;

/** As the owner was told; the thresholds of alerts are in the tests of alerts. */
const LIMITS_OF_A_NEW_SITE = {
  per_address: 5,
  total_per_hour: 300,
  refuse_per_address: LIMIT,
  refuse_per_hour: 20_000,
  address_window: '00:10:00',
  incidents_per_address: 20,
  incidents_total_per_hour: 1000,
  live_per_address: 20,
  live_total_per_hour: 100_000,
  live_names_per_hour: 500,
  live_routes_per_hour: 50,
  speeds_per_address: 20,
  speeds_total_per_hour: 5000,
  receipts_per_hour: 20,
  visitor_mails_per_hour: 30,
  visitor_mails_per_day: 5,
  receipt_every: '1 day',
  manage_per_address: 60,
  manage_changes_per_day: 10,
  code_tries: 5,
};

/** The limits above which submissions are refused, and how long they are counted. */
export function describeRefusedSubmissions(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  /** Counts submissions of an address as if they had come in just now, or that long ago. */
  const count = async (address: string, submissions: number, ago = '0 minutes') => {
    const headers = JSON.stringify({ 'x-forwarded-for': address });
    await query("select set_config('request.headers', $1, false)", [headers]);
    await query(
      `insert into private.submissions (address_hash, created_at)
         select private.caller_hash(s), now() - $2::interval from private.settings s, generate_series(1, $1::integer)`,
      [submissions, ago],
    );
  };
  const send = (address: string, headers = {}) => visitor(backend(), address).post('contacts', contact, headers);
  const waitOf = async (address: string) => {
    const refused = await send(address);
    const wait = refused.headers.get('retry-after');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT', details: wait, hint: null } });
    return Number(wait);
  };

  test('the limits of a new site', async () => {
    await backend().owner.script('begin; update private.settings set total_per_hour = default');
    const rows = await query('select to_jsonb(s) as settings from private.settings s');
    await backend().owner.script('rollback');
    expect(rows).toMatchObject([{ settings: LIMITS_OF_A_NEW_SITE }]);
  });

  test('the 61st submission of an address within ten minutes is refused, and another address is not', async () => {
    const address = anyAddress();
    await count(address, LIMIT - 1);
    expect(await send(address)).toMatchObject({ status: 201 });
    const wait = await waitOf(address);
    expect(wait).toBeGreaterThan(560);
    expect(wait).toBeLessThanOrEqual(600);
    expect(await visitor(backend(), address).post('reservations', reservation)).toMatchObject({ status: 429 });
    expect(await send(anyAddress())).toMatchObject({ status: 201 });
  });

  test('the time to wait counts from the oldest of the last 60 submissions', async () => {
    const address = anyAddress();
    await count(address, 30, '9 minutes 30 seconds');
    await count(address, 1, '9 minutes');
    await count(address, LIMIT - 1);
    const wait = await waitOf(address);
    expect(wait).toBeGreaterThan(20);
    expect(wait).toBeLessThanOrEqual(60);
    await query("update private.submissions set created_at = created_at - interval '1 minute 1 second'");
    expect(await send(address)).toMatchObject({ status: 201 });
  });

  test('above the site’s limit of an hour, an address that sent within ten minutes is refused, and every other is stored', async () => {
    await query('delete from private.submissions');
    await query('update private.settings set refuse_per_hour = 3');
    try {
      const flooding = anyAddress();
      await count(flooding, 3, '5 minutes');
      const wait = await waitOf(flooding);
      expect(wait).toBeGreaterThan(260);
      expect(wait).toBeLessThanOrEqual(300);
      const honest = anyAddress();
      expect(await send(honest)).toMatchObject({ status: 201 });
      expect(await waitOf(honest)).toBeLessThanOrEqual(600);
      await query("update private.submissions set created_at = created_at - interval '1 hour'");
      expect(await send(flooding)).toMatchObject({ status: 201 });
    } finally {
      await query('update private.settings set refuse_per_hour = default');
    }
  });

  test('at the limit a repeat is answered as such, and dates and incidents are stored', async () => {
    const address = anyAddress();
    const by = visitor(backend(), address);
    const header = attemptHeader();
    expect(await send(address, header)).toMatchObject({ status: 201 });
    const id = await reserve(by);
    await count(address, LIMIT);
    expect(await send(address)).toMatchObject({ status: 429 });
    expect(await send(address, header)).toMatchObject({ status: 409, body: { code: 'ALREADY_STORED' } });
    expect(await by.post('reservation_dates', datesOf(id, parisDay(3)))).toMatchObject({ status: 201 });
    expect(await by.post('incidents', incident)).toMatchObject({ status: 201 });
  });

  test('SUBMISSIONS_PER_ADDRESS raises both limits of an address, lowers neither, and leaves the site’s limits', async () => {
    const [address, quiet] = [anyAddress(), anyAddress()];
    await count(address, LIMIT);
    await count(quiet, 4);
    const asRun = async (perAddress: number, from = address, settings = '') => {
      const { owner } = backend();
      await owner.script(`begin; ${settings}`);
      try {
        await query("select set_config('app.settings.per_address', $1, true)", [String(perAddress)]);
        await query("select set_config('request.headers', $1, true)", [`{"x-forwarded-for": "${from}"}`]);
        await owner.script(
          "set local role anon; insert into public.reservations (name, email) values ('A', 'a@exemple.fr')",
        );
        await owner.script('reset role');
        return await query('select flagged from public.reservations where created_at = now()');
      } finally {
        await owner.script('rollback');
      }
    };
    const refused = { code: 'PGRST', message: expect.stringContaining('RATE_LIMIT') };
    expect(await asRun(1000)).toEqual([{ flagged: false }]);
    await expect(asRun(3)).rejects.toMatchObject(refused);
    expect(await asRun(3, quiet)).toEqual([{ flagged: false }]);
    const flood = 'update private.settings set total_per_hour = 1';
    expect(await asRun(1000, address, flood)).toEqual([{ flagged: true }]);
    const attack = 'update private.settings set refuse_per_hour = 1';
    await expect(asRun(1000, address, attack)).rejects.toMatchObject(refused);
  });
}
