import type { TestBackend } from '../support/backend';
import { bookWithLink, type Managed, manage, secretOf } from '../support/managed';
import { type OwnedRequest, ownerCalls } from '../support/owner-calls';
import { parisDay, reservation } from '../support/rows';
import { visitorMailsOf } from '../support/visitor-mails';

const [first, second, third] = [parisDay(50), parisDay(51), parisDay(52)];

/** What visitors do with the link to their own reservation. */
export function describeManageLinks(backend: () => TestBackend): void {
  const { query, changesOf, toOwner, ...mails } = visitorMailsOf(backend);

  afterAll(mails.switchOff);

  test('the page that sent a reservation can read it, without anything that names the person', async () => {
    const { read } = await bookWithLink(backend(), [second, first]);
    const answer = await read();
    expect(answer).toMatchObject({
      status: 'nouvelle',
      isAgefice: false,
      days: [
        { date: first, confirmed: false },
        { date: second, confirmed: false },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain(reservation.name);
    expect(JSON.stringify(answer)).not.toContain(reservation.email);
  });

  test('a visitor who cancels frees the confirmed day, and the owner reads who cancelled which day', async () => {
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    const { version } = await read();
    expect(await manage(backend(), 'cancel', { secret, version })).toMatchObject({
      status: 200,
      body: { status: 'annulee', days: [{ date: first, confirmed: false }] },
    });
    expect(await owner.one(id)).toMatchObject({ status: 'annulee', confirmedDates: [] });
    expect(await changesOf(id)).toEqual([
      { who: 'visitor', action: 'visitor_cancelled', detail: { confirmed: [first] } },
    ]);
    expect(await toOwner(id)).toEqual([{ kind: 'change' }]);
  });

  test('another day replaces a requested one, without a mail or a receipt as for a new date', async () => {
    await mails.reset();
    const { id, secret, read } = await bookWithLink(backend(), [first, second]);
    await query('delete from private.outbox');
    const { version } = await read();
    const days = { from_day: first, to_day: third };
    const { body } = await manage(backend(), 'ask_day', { secret, version, ...days });
    expect((body as Managed).days.map(({ date }) => date)).toEqual([second, third]);
    expect(await query('select kind from private.outbox where ref = $1', [id])).toEqual([{ kind: 'change' }]);
    const detail = { from: first, to: third };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_asked', detail }]);
    const [mail] = await query<{ kind: string; detail: object }>('select * from private.claim_mail()');
    expect(mail).toMatchObject({ kind: 'change', detail: { id, change: { action: 'visitor_asked', ...detail } } });
  });

  test('a confirmed day stays confirmed until the owner confirms the other one, among the requests to answer', async () => {
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    const { version } = await read();
    await manage(backend(), 'ask_day', { secret, version, from_day: first, to_day: second });
    const asked = await owner.one(id);
    expect(asked).toMatchObject({ status: 'nouvelle', dates: [first, second], confirmedDates: [first] });
    const todo = await owner.read<{ items: OwnedRequest[] }>('requests', { filter: 'todo' });
    expect(todo.items.map((one) => one.id)).toContain(id);
    await owner.read('confirm', { id, version: asked.version, dates: [second] });
    expect(await read()).toMatchObject({
      status: 'confirmee',
      days: [
        { date: first, confirmed: false },
        { date: second, confirmed: true },
      ],
    });
  });

  test.each([
    ['in the past', parisDay(-1), 400, 'DATE_PAST'],
    ['too far ahead', parisDay(3000), 400, 'DATE_TOO_FAR'],
    ['closed', third, 400, 'DATE_CLOSED'],
    ['one of the reservation’s', second, 409, 'NOT_POSSIBLE'],
  ])('a day that is %s cannot be asked for', async (_what, to_day, status, code) => {
    await query('update private.opening_rule set off = $1', [[third]]);
    try {
      const { secret, read } = await bookWithLink(backend(), [first, second]);
      const before = await read();
      const call = { secret, version: before.version, from_day: first, to_day };
      expect(await manage(backend(), 'ask_day', call)).toMatchObject({ status, body: { code } });
      expect(await read()).toEqual(before);
    } finally {
      await query("update private.opening_rule set off = '{}'");
    }
  });

  test('a cancelled reservation takes no other day, and a day of others cannot be replaced', async () => {
    const { secret, read } = await bookWithLink(backend(), [first]);
    const { version } = await read();
    const foreign = { secret, version, from_day: third, to_day: second };
    expect(await manage(backend(), 'ask_day', foreign)).toMatchObject({ body: { code: 'NOT_POSSIBLE' } });
    const cancelled = (await manage(backend(), 'cancel', { secret, version })).body as Managed;
    const late = { secret, version: cancelled.version, from_day: first, to_day: second };
    expect(await manage(backend(), 'ask_day', late)).toMatchObject({ body: { code: 'NOT_POSSIBLE' } });
  });

  test('each mail about a reservation brings a link, the same at each attempt, and only its digest remains', async () => {
    await mails.reset();
    await query("delete from private.outbox where kind <> 'receipt'");
    const id = await mails.book({}, first);
    const attempt = await mails.claimed();
    await query('select private.mail_failed($1, $2)', [attempt?.id, 'The mail server was away']);
    const again = await mails.claimed();
    const secret = secretOf(again);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(again?.detail).toEqual(attempt?.detail);
    expect((await manage(backend(), 'request', { secret })).body).toMatchObject({ status: 'nouvelle' });
    await mails.sent(again?.id);
    const rows = await query<{ row: string }>('select l::text as row from private.manage_links l where ref = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await manage(backend(), 'request', { secret })).body).toMatchObject({ status: 'nouvelle' });
  });

  test('a message brings no link, and the link of a mail that was given up opens nothing', async () => {
    await mails.reset();
    await mails.sendContact({});
    expect((await mails.claimed())?.detail.manageUrl).toBeNull();
    await mails.reset();
    await mails.book({}, first);
    const mail = await mails.claimed();
    await query('select private.mail_failed($1, $2, true)', [mail?.id, 'The recipient was refused']);
    const { body } = await manage(backend(), 'request', { secret: secretOf(mail) });
    expect(body).toBeNull();
  });

  test('the links of a request are removed with it', async () => {
    const { id } = await bookWithLink(backend(), [first]);
    await query('delete from public.reservations where id = $1', [id]);
    expect(await query('select from private.manage_links where ref = $1', [id])).toEqual([]);
  });
}
