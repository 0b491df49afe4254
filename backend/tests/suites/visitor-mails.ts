// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { times } from '../support/cases';
import { IMPOSSIBLE, ownerCalls } from '../support/owner';
import { datesOf, parisDay } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

const [first, second, third] = [parisDay(40), parisDay(41), parisDay(42)];

export function describeVisitorMails(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const mails = visitorMailsOf(backend);
  const { query, sendContact, book, queued, claimed, goes, sent, settle, act, reset, switchOff } = mails;

  beforeEach(reset);
  afterAll(switchOff);

  test('a message is acknowledged to the visitor and mailed to the owner', async () => {
    const email = anyVisitor();
    await sendContact({ email });
    expect(await query('select kind from private.outbox order by kind')).toEqual([
      { kind: 'contact' },
      { kind: 'receipt' },
    ]);
    await goes('receipt', { email, request: 'contact', isAgefice: true, days: [], withdrawn: [] });
  });

  test('a reservation is acknowledged once, with its days', async () => {
    const email = `durand.camille.${randomUUID()}@exemple.fr`;
    const id = await book({ email }, second, first);
    await visitor(backend()).post('reservation_dates', datesOf(id, third));
    expect(await queued()).toEqual([{ kind: 'receipt', ref: id }]);
    expect(await claimed()).toMatchObject({
      detail: { id, email, days: [first, second, third], declined: [], name: 'Camille Durand' },
    });
  });

  test.each([
    ['Hélène Roy', 'roy.helene@exemple.fr', 'Hélène Roy'],
    ['Hélène Roy', 'helene@exemple.fr', null],
    ['Camille Achetez', 'Camille+achetez@exemple.fr', null],
    ['Camille Durand', 'c.durand@exemple.fr', null],
    ['Anne Roy', 'annexe@exemple.fr', null],
  ])('the receipt for %j at %s greets as %j: by a name that the address says already', async (name, email, greeted) => {
    const add = 'insert into public.reservations (name, email) values ($1, $2) returning id';
    const [row] = await query<{ id: string }>(add, [name, email]);
    expect(await query('select private.receipt_name($1) as name', [row?.id])).toEqual([{ name: greeted }]);
  });

  test('a day that is left out or called off is told of once, until it is asked for again', async () => {
    const id = await book({}, first, second, third);
    await act(id, 'confirm', { dates: [first, second] });
    expect((await claimed())?.detail).toMatchObject({ days: [first, second], declined: [third] });
    await settle();
    await query('update private.outbox set sent_at = now() where sent_at is null');
    await act(id, 'confirm', { dates: [first] });
    const calledOff = await claimed();
    expect(calledOff?.detail).toMatchObject({ days: [first], withdrawn: [second], declined: [] });
    await sent(calledOff?.id);
    await settle();
    const [moved, wish] = [parisDay(43), parisDay(44)];
    await act(id, 'change_day', { from_day: first, to_day: moved });
    const change = await claimed();
    expect(change?.detail).toMatchObject({ days: [moved], declined: [] });
    await sent(change?.id);
    await settle();
    await act(id, 'change_day', { from_day: third, to_day: wish });
    await act(id, 'confirm', { dates: [moved, second] });
    expect((await claimed())?.detail).toMatchObject({ days: [second, moved], declined: [wish] });
  });

  test('a receipt that was not sent before the owner answered is dropped', async () => {
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    expect(await claimed()).toMatchObject({ kind: 'confirmation' });
    expect(await queued()).toEqual([{ kind: 'confirmation', ref: id }]);
  });

  test('a confirmation names the confirmed days, a change both days, and a cancellation what was reserved', async () => {
    const id = await book({}, first, second);
    await settle();
    await act(id, 'confirm', { dates: [first] });
    await goes('confirmation', { days: [first], withdrawn: [], moved: [], declined: [second], name: 'Camille Durand' });
    await act(id, 'change_day', { from_day: first, to_day: third });
    await goes('confirmation', { days: [third], withdrawn: [first], moved: [{ from: first, to: third }] });
    await act(id, 'cancel');
    await goes('cancellation', { days: [third], wereConfirmed: true });
  });

  test('what the owner writes about a cancellation is in its mail and in the history, at most 500 characters of it', async () => {
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    await settle();
    const { version } = await owner.one(id);
    for (const length of [501, 10_240])
      expect(await owner.call('cancel', { id, version, reason: 'é'.repeat(length) })).toMatchObject({ status: 400 });
    expect(await owner.one(id)).toMatchObject({ status: 'confirmee', version });
    const reason = `<b>Malade</b>\n${'é'.repeat(480)}`;
    await act(id, 'cancel', { reason: ` ${reason.replace('\n', '\r\n')}\n` });
    expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'cancelled', detail: { reason } });
    await goes('cancellation', { reason, wereConfirmed: true });
    await act(id, 'reopen');
    await act(id, 'cancel', { reason: ' ' });
    await goes('cancellation', { reason: null });
  });

  test('the cancellation of what was never confirmed names the requested days, and brings no entry', async () => {
    const id = await book({}, first, second);
    await settle();
    await act(id, 'cancel');
    await goes('cancellation', { days: [first, second], entry: null, wereConfirmed: false });
    await act(id, 'reopen');
    await act(id, 'confirm', { dates: [second] });
    await settle();
    await act(id, 'cancel');
    await act(id, 'reopen');
    const { mails } = await owner.read<{ mails: object[] }>('request', { id });
    expect(mails).not.toContainEqual(expect.objectContaining({ kind: 'cancellation', sentAt: null }));
    await act(id, 'cancel');
    await goes('cancellation', { days: [second], wereConfirmed: true });
    await act(id, 'reopen');
    await act(id, 'cancel');
    await goes('cancellation', { days: [second], wereConfirmed: false });
  });

  test('two changes before one mail are one move from the day that the visitor knows', async () => {
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    await settle();
    await act(id, 'change_day', { from_day: first, to_day: second });
    await act(id, 'change_day', { from_day: second, to_day: third });
    const moved = [{ from: first, to: third }];
    expect(await claimed()).toMatchObject({ detail: { days: [third], withdrawn: [first], moved } });
  });

  test('what the owner takes back before the mail is no news, unless it answers a wish or is to be told again', async () => {
    const id = await book({}, first, second);
    await act(id, 'confirm', { dates: [first] });
    await settle();
    await act(id, 'confirm', { dates: [first, second] });
    await act(id, 'confirm', { dates: [first] });
    expect(await claimed()).toBeUndefined();
    await act(id, 'change_day', { from_day: first, to_day: third });
    await act(id, 'change_day', { from_day: third, to_day: first });
    expect(await claimed()).toBeUndefined();
    await act(id, 'tell', { channel: 'site' });
    await goes('confirmation', { days: [first], withdrawn: [] });
    await query(
      "insert into private.request_events (ref, who, action, detail) values ($1, 'visitor', 'visitor_asked', $2)",
      [id, { from: first, to: second }],
    );
    await act(id, 'confirm', { dates: [first, second] });
    await act(id, 'confirm', { dates: [first] });
    await goes('confirmation', { days: [first] });
  });

  test('of a day whose hours are over, nothing is told any more', async () => {
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    await settle();
    await act(id, 'tell', { channel: 'site' });
    await mails.moveDays(id, parisDay(0));
    const events = 'update private.request_events set detail = replace(detail::text, $2, $3)::json where ref = $1';
    await query(events, [id, first, parisDay(0)]);
    await query("select private.set_day_hours('00:00–00:00')");
    expect(await claimed()).toBeUndefined();
    await query('update private.settings set day_hours = null');
  });

  test.each([
    ['Camille Durand', 'Camille Durand'],
    ['Éloïse d’Œuvre-Lœss', 'Éloïse d’Œuvre-Lœss'],
    ['Nguyễn  Thị\u00a0Ánh', 'Nguyễn Thị Ánh'],
    ['He\u0301le\u0300ne', 'Hélène'],
    ['J.-P. Roy', 'J.-P. Roy'],
    ['J. R. R. Ŵyn', 'J. R. R. Ŵyn'],
    ['un deux trois quatre cinq six sept huit', 'un deux trois quatre cinq six sept huit'],
    ['Achetez sur piege.example', null],
    ['Camille\u202eDurand', null],
    ['06 39 98 00 00', null],
    ['a'.repeat(61), null],
    ['un deux trois quatre cinq six sept huit neuf', null],
  ])('the name %j greets as %j', async (name, greeted) => {
    expect(await query('select private.greeting_name($1) as name', [name])).toEqual([{ name: greeted }]);
  });

  test('who has other hours in the calendar is news of the file, until the site has confirmed the days again', async () => {
    await query("select private.set_day_hours('09:00–17:00')");
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    await settle();
    const newHours = async () => {
      const { hasOtherHours } = await owner.read<{ hasOtherHours: boolean }>('day_file', { id });
      return [hasOtherHours, (await owner.concernsOf(id)).flatMap(({ news }) => news)];
    };
    expect(await newHours()).toEqual([false, []]);
    const { version } = await owner.one(id);
    await query("select private.set_day_hours('10:00–18:00')");
    expect(await newHours()).toEqual([true, ['hours']]);
    await act(id, 'tell', { channel: 'site' });
    expect(await newHours()).toEqual([false, []]);
    const entry = { method: 'REQUEST', day: first, sequence: version + 1 };
    const mail = await claimed();
    expect(mail).toMatchObject({ kind: 'confirmation', detail: { entry } });
    await sent(mail?.id);
    await query('update private.settings set day_hours = null, visitor_mails = false');
    const refused = await owner.call('tell', { id, version: version + 1, channel: 'site' });
    expect(refused).toMatchObject({ ...IMPOSSIBLE, body: { details: 'no-mail' } });
  });

  test('a day whose hours are over has no other ones in a calendar', async () => {
    await query("select private.set_day_hours('09:00–17:00')");
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    await settle();
    await mails.moveDays(id, parisDay());
    await query('update private.calendar_entries set day = $2 where ref = $1', [id, parisDay()]);
    const changes = async () => (await query('select private.entry_changes($1)', [id])).length;
    await query("select private.set_day_hours('00:00–24:00')");
    expect(await changes()).toBe(1);
    await query("select private.set_day_hours('00:00–00:00')");
    expect(await changes()).toBe(0);
    await query('select private.set_day_hours(null)');
  });

  test('of mails that are about one day alone, the owner reads which', async () => {
    const id = await book({}, first);
    const row = "insert into private.outbox (kind, ref, recipient_hash, about, entry) values ($2, $1, 'a', $3, $4)";
    for (const method of ['REQUEST', 'CANCEL'])
      await query(row, [id, 'calendar', null, JSON.stringify({ method, seat: 'a', day: first })]);
    await query(row, [id, 'reminder', second, null]);
    const { mails: told } = await owner.read<{ mails: readonly object[] }>('request', { id });
    expect(told.slice(-3)).toEqual(
      [{ day: first }, { day: first, isRemoval: true }, { day: second }].map((more, at) => ({
        ...{ kind: at < 2 ? 'calendar' : 'reminder', sentAt: null, failedAt: null },
        ...more,
      })),
    );
    await query('delete from private.outbox where ref = $1', [id]);
  });

  test('mails have the price that was announced to their visitor, and the one that was agreed since', async () => {
    const id = await book({}, first);
    await query('update public.reservations set day_cents = 19900 where id = $1', [id]);
    expect(await claimed()).toMatchObject({ kind: 'receipt', detail: { dayCents: 19_900, priceCents: null } });
    await query('insert into private.day_files (ref, price_cents) values ($1, 15000)', [id]);
    await act(id, 'confirm', { dates: null });
    await goes('confirmation', { dayCents: 19_900, priceCents: 15_000 });
  });

  test('a mistake that the owner corrects within a minute causes one mail, with the final state', async () => {
    const id = await book({}, first);
    await settle();
    await act(id, 'cancel');
    await act(id, 'reopen');
    await act(id, 'confirm', { dates: null });
    expect((await queued()).filter(({ kind }) => kind !== 'receipt')).toEqual([{ kind: 'confirmation', ref: id }]);
    const [row] = await query<{ waits: boolean }>(
      `select not_before > now() + interval '30 seconds' as waits from private.outbox where kind = 'confirmation'`,
    );
    expect(row).toEqual({ waits: true });
    await act(id, 'cancel');
    await act(id, 'reopen');
    expect(await claimed()).toBeUndefined();
  });
}

const asked = parisDay(40);

const KEYED = 'update public.reservations set attempt = gen_random_uuid() where id = $1 returning attempt';

/** The link of a request that is sent again, from a browser that has none. */
export function describeLinksAgain(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, queued, claimed, sent, settle } = mails;
  beforeEach(mails.reset);
  afterAll(mails.switchOff);

  const again = async (attempt: string) => (await visitor(backend()).post('rpc/send_link_again', { attempt })).body;
  const booked = async () => {
    const id = await mails.book({}, first);
    const [row] = await query<{ attempt: string }>(KEYED, [id]);
    return { id, attempt: row?.attempt ?? '' };
  };
  const links = async () => (await queued()).filter(({ kind }) => kind === 'link').length;

  test('it is mailed once more, once a day, when no mail waits; the one before keeps working', async () => {
    const { id, attempt } = await booked();
    expect([await again(attempt), await links()]).toEqual([true, 0]);
    await settle();
    expect(await again(attempt)).toBe(true);
    const mail = await claimed();
    const manageUrl = expect.stringMatching(/^\/reservation\/gerer#/);
    expect(mail).toMatchObject({ kind: 'link', detail: { id, days: [first], name: null, manageUrl } });
    await sent(mail?.id);
    expect(await query('select mail_id::text from private.manage_links where ref = $1 order by mail_id', [id])).toEqual(
      [{ mail_id: expect.any(String) }, { mail_id: mail?.id }],
    );
    expect([await again(attempt), await links()]).toEqual([true, 1]);
  });

  test.each([
    ['of yesterday', "created_at = created_at - interval '1 day'"],
    ['that is flagged', 'flagged = true'],
    ['that is cancelled', "status = 'annulee'"],
    ['of another key', 'attempt = gen_random_uuid()'],
  ])('the answer about a request %s is the same as about any, and no mail is written', async (_, change) => {
    const { id, attempt } = await booked();
    await settle();
    await query(`update public.reservations set ${change} where id = $1`, [id]);
    expect([await again(attempt), await links()]).toEqual([true, 0]);
  });

  test.each([
    ['visitor_mails = false', false],
    ['receipts_per_hour = 1', true],
    ['visitor_mails_per_day = 1', true],
  ])('no link is mailed again with the setting %s', async (setting, areOn) => {
    const { attempt } = await booked();
    await settle();
    await query(`update private.settings set ${setting}`);
    expect([await again(attempt), await links()]).toEqual([areOn, 0]);
  });
}

export function describeWithheldMails(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const mails = visitorMailsOf(backend);
  const { query, sendContact, book, queued, goes, settle, act, reset, switchOff } = mails;

  beforeEach(reset);
  afterAll(switchOff);

  test('no visitor gets a mail until the owner switches it on', async () => {
    await query('update private.settings set visitor_mails = default');
    await sendContact({});
    const id = await book({}, asked);
    await act(id, 'confirm', { dates: null });
    expect(await queued()).toEqual([]);
  });

  test('days that are over are confirmed without a mail', async () => {
    const id = await book({}, asked);
    await settle();
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, parisDay(-1)]);
    await act(id, 'confirm', { dates: null });
    expect((await queued()).filter(({ kind }) => kind !== 'receipt')).toEqual([]);
  });

  test('the owner can read whether an action sends a mail, and which mails there are', async () => {
    const id = await book({}, asked);
    expect(await owner.read('request', { id })).toMatchObject({ tellsVisitor: true });
    await query('update public.reservations set flagged = true where id = $1', [id]);
    expect(await owner.read('request', { id })).toMatchObject({ tellsVisitor: false });
    expect(
      (await owner.read<{ mails: { kind: string }[] }>('request', { id })).mails.map(({ kind }) => kind),
    ).toContain('receipt');
  });

  test('a flagged request gets the receipt that was withheld when the owner verifies it, unless it is answered', async () => {
    const flagged = async (changes = '') => {
      const id = await book({}, asked);
      await query("delete from private.outbox where kind = 'receipt'");
      await query(`update public.reservations set flagged = true ${changes} where id = $1`, [id]);
      return id;
    };
    const open = await flagged();
    await act(open, 'verify');
    await act(open, 'verify');
    expect(await queued()).toEqual([{ kind: 'receipt', ref: open }]);
    const answered = await flagged(", status = 'annulee'");
    await act(answered, 'verify');
    expect(await queued()).toEqual([]);
  });

  test('a flagged request that was confirmed gets its confirmation when the owner verifies it, once', async () => {
    const id = await book({}, asked);
    await query("delete from private.outbox where kind = 'receipt'");
    await query('update public.reservations set flagged = true where id = $1', [id]);
    await act(id, 'confirm', { dates: null });
    expect(await queued()).toEqual([]);
    await act(id, 'verify');
    await act(id, 'verify');
    expect(await queued()).toEqual([{ kind: 'confirmation', ref: id }]);
    await goes('confirmation', { days: [asked], withdrawn: [], moved: [] });
    await query('update public.reservations set flagged = true where id = $1', [id]);
    await act(id, 'verify');
    expect((await queued()).filter(({ kind }) => kind === 'confirmation')).toHaveLength(1);
  });

  test.each([
    ['about the site keeps all mails for two days, and the owner reads it', '554 5.7.1', 47, false, true],
    ['about the site gives up after two days and removes nothing', '554 5.7.1', 48, false, true],
    [
      'of a recipient that does not exist is final, is in the history in place of the receipt and is no concern',
      '550 5.1.1',
      0,
      true,
      false,
    ],
    ['of a recipient for now is no concern', '450 4.2.0', 47, false, false],
  ])('a refusal %s', async (_, error, hours, isFinal, isOurs) => {
    const id = await book({}, asked);
    await settle();
    await sendContact({});
    const [message] = await query<{ ref: string }>(
      "select ref from private.outbox where kind = 'receipt' and sent_at is null",
    );
    await act(id, 'confirm', { dates: null });
    await query(
      `update private.outbox set attempts = 40, first_tried_at = now() - make_interval(hours => $1)
         where recipient_hash is not null and sent_at is null`,
      [hours],
    );
    await query(
      `select private.mail_failed(id, $1, $2, $3) from private.outbox where recipient_hash is not null and sent_at is null`,
      [error, isFinal, isOurs],
    );
    const row = { is_over: isFinal || hours === 48, last_error: isOurs ? error : null, visitor_error: error };
    const kinds = isFinal ? ['confirmation'] : ['confirmation', 'receipt'];
    expect(
      await query(
        `select kind, given_up_at is not null as is_over, last_error, visitor_error from private.outbox
           where recipient_hash is not null and sent_at is null order by kind`,
      ),
    ).toEqual(kinds.map((kind) => ({ kind, ...row })));
    const history = await owner.historyOf(message?.ref ?? '');
    const refused = { at: expect.any(String), who: 'site', action: 'receipt_refused', detail: null };
    expect(history.slice(1)).toEqual(isFinal ? [refused] : []);
  });

  test('an event that is restored from a backup causes no mail', async () => {
    const id = await book({}, asked);
    await settle();
    await query("update public.reservations set status = 'confirmee' where id = $1", [id]);
    await query(
      `insert into private.request_events (ref, at, who, action, detail)
         values ($1, now() - interval '1 day', 'terminal', 'confirmed', '[]')`,
      [id],
    );
    expect((await queued()).filter(({ kind }) => kind !== 'receipt')).toEqual([]);
  });
}

type Mails = ReturnType<typeof visitorMailsOf>;

interface Attack {
  /** Completes "nobody can mail strangers by …". */
  readonly name: string;
  /** A smaller limit, so that the attack is short. */
  readonly limit?: string;
  readonly run: (mails: Mails, backend: TestBackend) => Promise<unknown>;
  /** The number of mails that it may cause nevertheless. */
  readonly most: number;
}

const attacks: readonly Attack[] = [
  {
    name: 'naming many recipients at once',
    limit: 'receipts_per_hour = 3',
    run: ({ sendContact }) => Promise.all(times(6).map(() => sendContact({}))),
    most: 3,
  },
  {
    name: 'naming one recipient again and again, from many networks at once',
    run: ({ sendContact, book }) => {
      const email = anyVisitor();
      return Promise.all([...times(4).map(() => sendContact({ email })), ...times(2).map(() => book({ email }))]);
    },
    most: 1,
  },
  {
    name: 'naming one mailbox by many tags, cases and dots',
    run: async ({ sendContact }) => {
      const name = `v${Date.now()}`;
      const dotted = `${name.slice(0, 2)}.${name.slice(2)}`;
      for (const local of [name, `${name}+a`, `${name}+b`, name.toUpperCase(), dotted])
        await sendContact({ email: `${local}@gmail.com` });
      await sendContact({ email: `${name}@googlemail.com` });
    },
    most: 1,
  },
  {
    name: 'letting the owner cancel many requests in one person’s name',
    limit: 'visitor_mails_per_day = 2',
    run: async ({ book, act }) => {
      const email = anyVisitor();
      for (const day of times(3)) await act(await book({ email }, parisDay(60 + day)), 'cancel');
    },
    most: 2,
  },
  {
    name: 'letting the owner cancel requests in many names',
    limit: 'visitor_mails_per_hour = 5',
    run: async ({ book, query }) => {
      for (const _ of times(3)) await query('select public.owner_cancel($1, null)', [await book({})]);
    },
    most: 5,
  },
  {
    name: 'sending so much that requests are flagged',
    limit: 'total_per_hour = 0',
    run: async ({ sendContact }) => sendContact({}),
    most: 0,
  },
  {
    name: 'filling in the field that people never see',
    run: ({ sendContact }) => sendContact({ headers: { 'x-client-info': 'site-web/1.0.0 honeypot=filled' } }),
    most: 0,
  },
  {
    name: 'sending one request again and again in their name',
    run: async ({ book, settle, query }) => {
      const id = await book({});
      await query(KEYED, [id]);
      for (const _ of times(3)) {
        await settle();
        await query('select public.send_link_again(attempt) from public.reservations where id = $1', [id]);
      }
    },
    most: 2,
  },
  {
    name: 'sending more from one network than people do',
    run: async ({ sendContact }) => {
      const from = anyAddress();
      for (const _ of times(6)) await sendContact({ email: anyVisitor(), from });
    },
    most: 5,
  },
];

/** Mails that an attacker causes to people who have not asked for them. */
export function describeVisitorMailAttacks(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  beforeEach(mails.reset);
  afterAll(mails.switchOff);

  test.each(attacks)('nobody can mail strangers by $name', async ({ limit, run, most }) => {
    if (limit) await mails.query(`update private.settings set ${limit}`);
    await run(mails, backend());
    expect(await mails.queued()).toHaveLength(most);
  });

  test('a text typed into any field is in no mail to a visitor', async () => {
    const bait = 'Achetez sur https://piege.example';
    await mails.sendContact({}, { prenom: bait, nom: bait, telephone: '06 12 34 56 78 piege', message: bait });
    const mail = await mails.claimed();
    expect(mail?.kind).toBe('receipt');
    expect(JSON.stringify(mail)).not.toMatch(/piege|Achetez/);
    // The owner's mail about the same request contains it.
    const [ownersRequest] = await mails.query('select private.request_json($1)', [mail?.detail.id]);
    expect(JSON.stringify(ownersRequest)).toContain(bait);
  });
}
