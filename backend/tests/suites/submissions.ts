// Run by backend/tests/backend.test.ts.
import { randomUUID } from 'node:crypto';
import { cleanEmail, isEmail } from '@site/contract/email';
import type { TestBackend } from '../support/backend';
import { book, ownerCalls } from '../support/owner';
import { contact, datesOf, generateAddresses, incident, parisDay, reservation, reserve } from '../support/rows';
import { anyAddress, attemptHeader, SPELLINGS, visitor } from '../support/visitor';

const violates = (constraint: string) => ({
  status: 400,
  // The database would write details into its log: they are the visitor's whole row.
  body: { code: '23514', details: null, message: expect.stringContaining(`"${constraint}"`) },
});

/** The rules of texts, which are the same in forms and in the database. */
export function describeRules(backend: () => TestBackend): void {
  test('SQL and JavaScript accept the same of 1,000 generated addresses', async () => {
    const texts = generateAddresses(1000);
    const judged = await backend().owner.query<{ email: boolean }>(
      `select private.is_email(t) as email
         from json_array_elements_text($1::json) with ordinality as given (t, place) order by place`,
      [JSON.stringify(texts)],
    );
    expect(judged.map(({ email }) => email)).toEqual(texts.map(isEmail));
    const accepted = judged.filter(({ email }) => email).length;
    expect(accepted).toBeGreaterThan(30);
    expect(accepted).toBeLessThan(970);
  });

  test('SQL and JavaScript take the same address out of what was pasted', async () => {
    const address = 'Marie.Roy+1@agence.fr';
    const pasted = [
      address,
      `mailto:${address}?subject=a`,
      `MailTo:${address.replace('@', '%40')}`,
      `${address};`,
      `${address}.,`,
    ];
    const marked = [` \u200bMarie.Roy+1 @\u00a0agence.fr\u202c`, `"Roy, Marie" <${address}>;`, `<mailto:${address}>`];
    const two = `a <${address}>, b <${address}>`;
    const [row] = await backend().owner.query(
      'select array(select private.clean_email(t) from unnest($1::text[]) as t) as clean',
      [[...pasted, ...marked, two]],
    );
    expect(row).toEqual({ clean: [...pasted, ...marked].map(() => address).concat(cleanEmail(two)) });
    expect([...pasted, ...marked].map(cleanEmail)).toEqual([...pasted, ...marked].map(() => address));
  });

  test('names and messages are stored in composed letters', async () => {
    const typed = 'He\u0301le\u0300ne';
    const people = { prenom: typed, nom: typed, message: typed };
    expect(await visitor(backend()).post('contacts', { ...contact, ...people })).toMatchObject({ status: 201 });
    expect(await visitor(backend()).post('reservations', { ...reservation, name: typed })).toMatchObject({
      status: 201,
    });
    const stored = await backend().owner.query(
      `select prenom, nom, message from public.contacts where prenom = $1
       union all select name, name, name from public.reservations where name = $1`,
      ['Hélène'],
    );
    expect(stored).toEqual([0, 1].map(() => ({ prenom: 'Hélène', nom: 'Hélène', message: 'Hélène' })));
  });

  test.each([
    ['prenom', 'x', 'contacts_prenom_ok'],
    ['prenom', '  x  ', 'contacts_prenom_ok'],
    ['prenom', 'x'.repeat(101), 'contacts_prenom_ok'],
    ['nom', 'Durand\nBcc: x', 'contacts_nom_ok'],
    ['nom', 'x'.repeat(101), 'contacts_nom_ok'],
    // The forms write the domain in ASCII.
    ['email', 'camille@café.fr', 'contacts_email_ok'],
    ['email', 'camille@exemple.fr\nBcc', 'contacts_email_ok'],
    ['telephone', '123456789', 'contacts_telephone_ok'],
    ['telephone', '1'.repeat(41), 'contacts_telephone_ok'],
    ['message', 'x'.repeat(5001), 'contacts_message_ok'],
    ['message', 'Bonjour\u001b[2J', 'contacts_message_ok'],
    ['nom', 'x'.repeat(100), null],
    ['telephone', '1'.repeat(40), null],
    ['message', 'é'.repeat(5000), null],
    ['message', null, null],
  ])('a contact with the %s %j gets the expected answer', async (field, value, constraint) => {
    const answer = await visitor(backend()).post('contacts', { ...contact, [field]: value });
    expect(answer).toMatchObject(constraint ? violates(constraint) : { status: 201 });
  });

  test.each([
    ['name', ' ', 'reservations_name_ok'],
    ['name', 'x'.repeat(201), 'reservations_name_ok'],
    ['email', '', 'reservations_email_ok'],
    ['phone', '1'.repeat(41), 'reservations_phone_ok'],
    ['phone', '06\n', null],
    ['days_wanted', 'both', 'reservations_days_wanted_ok'],
    ['days_wanted', '', 'reservations_days_wanted_ok'],
    ['days_wanted', null, null],
  ])('a reservation with the %s %j gets the expected answer', async (field, value, constraint) => {
    const answer = await visitor(backend()).post('reservations', { ...reservation, [field]: value });
    expect(answer).toMatchObject(constraint ? violates(constraint) : { status: 201 });
  });

  test('a note that is too long is refused without the request that it is about', async () => {
    const id = await book(backend(), parisDay(500));
    const answer = await ownerCalls(backend).call('note', { id, version: 2, note: 'x'.repeat(5001) });
    expect(answer).toMatchObject(violates('reservations_note_ok'));
  });
}

const LIMIT = 60;

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
    const asRun = async (perNetwork: number, from = address, settings = '') => {
      const { owner } = backend();
      await owner.script(`begin; ${settings}`);
      try {
        await query("select set_config('app.settings.per_address', $1, true)", [String(perNetwork)]);
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
