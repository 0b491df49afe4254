import type { TestBackend } from '../support/backend';
import { ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';
import { callDuring } from '../support/upkeep';
import { visitor } from '../support/visitor';
import {
  anyVisitor,
  bookWithLink,
  type ManagedReservation,
  manage,
  secretOf,
  visitorMailsOf,
} from '../support/visitor-mails';

const [first, second, third] = [parisDay(50), parisDay(51), parisDay(52)];

/** What a visitor changes with the link of a mail is in a mail, too. */
export function describeMailsAboutChanges(backend: () => TestBackend): void {
  const { query, queued, claimed, goes, sent, settle, ...mails } = visitorMailsOf(backend);
  beforeEach(mails.reset);
  afterAll(mails.switchOff);

  const change = async (name: 'ask_day' | 'give_up_day' | 'cancel', secret: string, args: object = {}) => {
    const { version } = (await manage(backend(), 'request', { secret })).body as ManagedReservation;
    expect((await manage(backend(), name, { secret, version, ...args })).status).toBe(200);
  };
  /** Books, and has the link of the receipt. */
  const booked = async (...days: string[]) => {
    const id = await mails.book({}, ...days);
    const receipt = await claimed();
    await sent(receipt?.id);
    return { id, secret: secretOf(receipt) };
  };
  const kinds = async () => (await queued()).map(({ kind }) => kind);

  test('days that were asked for, and one that was given up, are in one mail with the days as they are then', async () => {
    const { id, secret } = await booked(first, second);
    await change('ask_day', secret, { from_day: first, to_day: third });
    await change('ask_day', secret, { from_day: third, to_day: parisDay(53) });
    await change('give_up_day', secret, { day: second });
    expect(await kinds()).toEqual(['receipt', 'asked']);
    const manageUrl = expect.stringMatching(/^\/reservation\/gerer#/);
    await goes('asked', { id, days: [parisDay(53)], kept: [], entry: null, manageUrl });
    await change('ask_day', secret, { from_day: parisDay(53), to_day: first });
    expect((await claimed())?.detail).toMatchObject({ days: [first] });
  });

  test.each(['change', 'asked'])(
    'a change while a worker takes the mail about the one before is told too (%s)',
    async (kind) => {
      const { id, secret } = await booked(first);
      await change('ask_day', secret, { from_day: first, to_day: second });
      await query('delete from private.outbox where kind <> $1', [kind]);
      await query('update private.outbox set not_before = now()');
      await callDuring(backend(), 'select private.claim_mail()', () =>
        change('ask_day', secret, { from_day: second, to_day: third }),
      );
      expect(
        await query('select attempts from private.outbox where ref = $1 and kind = $2 order by id', [id, kind]),
      ).toEqual([{ attempts: 1 }, { attempts: 0 }]);
    },
  );

  test('the mail names a confirmed day that stays reserved, and is dropped once the owner has answered', async () => {
    const { id, secret } = await booked(first);
    await mails.act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', secret, { from_day: first, to_day: second });
    const instead = [{ from: first, to: second }];
    await goes('asked', { days: [second], kept: [first], instead });
    await change('ask_day', secret, { from_day: second, to_day: third });
    await mails.act(id, 'confirm', { dates: [third] });
    const moved = [{ from: first, to: third }];
    await goes('confirmation', { days: [third], withdrawn: [first], moved, refused: [], declined: [] });
    const days = async () => ((await manage(backend(), 'request', { secret })).body as ManagedReservation).days;
    expect(await days()).toMatchObject([{ date: first, wasConfirmed: true, replacedBy: third }, { replacedBy: null }]);
  });

  test('a confirmation names a day that was asked for in vain, and the mail about an asked day one that was given up', async () => {
    const { id, secret } = await booked(first, second);
    await mails.act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', secret, { from_day: first, to_day: third });
    await change('give_up_day', secret, { day: second });
    const asked = { days: [third], kept: [first], withdrawn: [second], instead: [{ from: first, to: third }] };
    await goes('asked', asked);
    await mails.act(id, 'confirm', { dates: [first] });
    const refused = [{ from: first, to: third }];
    expect((await claimed())?.detail).toMatchObject({ days: [first], withdrawn: [second], declined: [third], refused });
  });

  test('a wish that was made before the mail of the confirmation went out has its answer in the next mail', async () => {
    const { id, secret } = await booked(first);
    await mails.act(id, 'confirm', { dates: null });
    await change('ask_day', secret, { from_day: first, to_day: second });
    const confirmation = await claimed();
    expect(confirmation).toMatchObject({ kind: 'confirmation', detail: { days: [first] } });
    await sent(confirmation?.id);
    await mails.act(id, 'confirm', { dates: [first] });
    const refused = [{ from: first, to: second }];
    await goes('confirmation', { days: [first], refused });
    await mails.act(id, 'confirm', { dates: [first] });
    expect(await claimed()).toBeUndefined();
  });

  test.each(['filed', 'dropped'])('whose file of the fund is %s is not asked for it by link or mail', async (state) => {
    const { id, secret } = await booked(first);
    const request = async () => (await manage(backend(), 'request', { secret })).body;
    expect(await request()).toMatchObject({ isFundingSettled: false });
    await query(`insert into private.day_files (ref, funding_${state}_on) values ($1, $2)`, [id, parisDay(0)]);
    expect(await request()).toMatchObject({ isFundingSettled: true });
    await mails.act(id, 'confirm', { dates: null });
    expect((await claimed())?.detail).toMatchObject({ isFundingSettled: true });
  });

  test.each([
    ['payer', "'company'"],
    ['funding_dropped_on', 'now()'],
  ])('who no longer asks AGEFICE (%s) is not taken to do so, by the link nor by mail', async (column, value) => {
    const { id, secret } = await booked(first);
    await query('update public.reservations set is_agefice = true where id = $1', [id]);
    const request = async () => (await manage(backend(), 'request', { secret })).body;
    expect(await request()).toMatchObject({ isAgefice: true });
    await query(`insert into private.day_files (ref, ${column}) values ($1, ${value})`, [id]);
    expect(await request()).toMatchObject({ isAgefice: false });
    const file = (await visitor(backend()).post('rpc/manage_day_file', { secret })).body as { payer: string | null };
    expect(file.payer).not.toBe('agefice');
    await mails.act(id, 'confirm', { dates: null });
    const toOwner = 'select private.change_detail($1) as mail';
    expect(await query(toOwner, [id])).toMatchObject([{ mail: { isAgefice: false } }]);
    expect((await claimed())?.detail).toMatchObject({ isAgefice: false });
  });

  test('a confirmed day that the owner moves while another one waits for an answer is told of, and the other is not declined', async () => {
    const { id, secret } = await booked(first);
    await mails.act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', secret, { from_day: first, to_day: second });
    await settle();
    await mails.act(id, 'change_day', { from_day: second, to_day: parisDay(53) });
    expect(await claimed()).toBeUndefined();
    await mails.act(id, 'change_day', { from_day: first, to_day: third });
    const moved = [{ from: first, to: third }];
    await goes('confirmation', { days: [third], moved, declined: [] });
  });

  test('a confirmed day that is given up while another one is asked for leaves the calendar with the mail about that', async () => {
    const { id, secret } = await booked(first);
    await mails.act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', secret, { from_day: first, to_day: second });
    await settle();
    await change('give_up_day', secret, { day: first });
    const entry = { method: 'CANCEL', day: first, uid: expect.any(String), sequence: expect.any(Number) };
    await goes('asked', { days: [second], kept: [], withdrawn: [first], entry });
    expect(await claimed()).toBeUndefined();
  });

  test('a day that the owner has put in place of the one that was asked for is named with it, by the link and once by mail', async () => {
    const { id, secret } = await booked(first);
    const requestedDays = async () =>
      ((await manage(backend(), 'request', { secret })).body as ManagedReservation).days.map((one) => one.askedFor);
    await mails.act(id, 'change_day', { from_day: first, to_day: third });
    await mails.act(id, 'change_day', { from_day: third, to_day: second });
    expect(await requestedDays()).toEqual([null]);
    await mails.act(id, 'confirm', { dates: null });
    await goes('confirmation', { days: [second], asked: [{ from: first, to: second }] });
    expect(await requestedDays()).toEqual([first]);
    await mails.act(id, 'change_day', { from_day: second, to_day: third });
    const moved = await claimed();
    expect(moved?.detail).toMatchObject({ moved: [{ from: second, to: third }], asked: [] });
    expect(await requestedDays()).toEqual([null]);
  });

  test('who gives up a day of a signed agreement has that by mail with the agreement, until another one is signed', async () => {
    const { id, secret } = await booked(first, second, third);
    await mails.act(id, 'confirm', { dates: null });
    await settle();
    await query("insert into private.day_files (ref, payer) values ($1, 'company')", [id]);
    const days = [first, second, third];
    const sign = `insert into private.day_papers (ref, paper, days, signed_on, agreed_texts)
      values ($1, 'convention', $2, $3, '{"earlyLeave":"La moitié est due."}')
      on conflict (ref, paper) do update set days = excluded.days`;
    await query(sign, [id, days, parisDay(0)]);
    await change('give_up_day', secret, { day: second });
    const agreement = { isContract: false, signedOn: parisDay(0), clause: 'La moitié est due.' };
    const newPromise = { agreement, newAgreement: 'fewer', givenUpDays: [second], leftDays: [second] };
    await goes('confirmation', { withdrawn: [second], ...newPromise });
    await settle();
    await change('ask_day', secret, { from_day: first, to_day: parisDay(53) });
    await change('give_up_day', secret, { day: third });
    const both = { ...newPromise, givenUpDays: [second, third], leftDays: [second, third] };
    expect(await claimed()).toMatchObject({ kind: 'asked', detail: { kept: [first], withdrawn: [third], ...both } });
    await query(sign, [id, [first], parisDay(0)]);
    await mails.act(id, 'confirm', { dates: [first] });
    const settled = { agreement, newAgreement: null, givenUpDays: [second, third], leftDays: [] };
    await goes('confirmation', { days: [first], ...settled });
  });

  test('the page of the form, in which a stranger’s address may have been typed, causes no such mail', async () => {
    const { secret } = await bookWithLink(backend(), [first, second], { email: anyVisitor() });
    await settle();
    await change('ask_day', secret, { from_day: first, to_day: third });
    await change('give_up_day', secret, { day: third });
    await change('cancel', secret);
    expect(await kinds()).toEqual(['receipt']);
  });

  test.each(['visitor_mails = false', 'receipts_per_hour = 1', 'visitor_mails_per_day = 2'])(
    'changes without end leave the last mails of an hour and of a mailbox to the owner (%s)',
    async (limit) => {
      const { secret } = await booked(first);
      await query(`update private.settings set ${limit}`);
      await change('ask_day', secret, { from_day: first, to_day: second });
      await change('cancel', secret);
      expect(await kinds()).toEqual(['receipt']);
    },
  );
}

export function describeGiveUpDay(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const { query, moveDays, changesOf, toOwner, ...mails } = visitorMailsOf(backend);
  afterAll(mails.switchOff);

  test('a day that is given up leaves the request and frees the day; the owner and the visitor are told', async () => {
    await mails.reset();
    const { id, change } = await bookWithLink(backend(), [first, second]);
    await owner.confirm(id);
    await mails.settle();
    const { body } = await change('give_up_day', { day: first });
    const givenUp = [{ date: first, isSigned: false }];
    expect(body).toMatchObject({ status: 'confirmee', days: [{ date: second, confirmed: true }], givenUp });
    const detail = { day: first, wasConfirmed: true };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_gave_up', detail }]);
    expect(await toOwner(id)).toEqual([{ kind: 'change' }]);
    const cancelled = { method: 'CANCEL', day: first };
    await mails.goes('confirmation', { days: [second], withdrawn: [first], entry: cancelled, furtherEntries: 0 });
    // A later mail does not tell of it again.
    await owner.act(id, 'change_day', { from_day: second, to_day: third });
    await query("update private.outbox set not_before = now() where sent_at is null and kind = 'confirmation'");
    const later = { days: [third], withdrawn: [second], moved: [{ from: second, to: third }] };
    expect((await mails.claimed())?.detail).toMatchObject(later);
    const other = await bookWithLink(backend(), [first]);
    expect(await owner.confirm(other.id)).toMatchObject({ confirmedDates: [first] });
  });

  test('who gives up the day asked for in place of a confirmed one has nothing left to answer', async () => {
    const { id, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await change('ask_day', { from_day: first, to_day: second });
    const { body } = await change('give_up_day', { day: second });
    expect(body).toMatchObject({ status: 'confirmee', days: [{ date: first, confirmed: true }], givenUp: [] });
    expect(await owner.one(id)).toMatchObject({ status: 'confirmee', handledAt: expect.any(String) });
    const detail = { day: second, wasConfirmed: false };
    expect(await changesOf(id)).toContainEqual({ who: 'visitor', action: 'visitor_gave_up', detail });
  });

  test.each([
    ['the only day', 1],
    ['the only one of its days that is confirmed', 2],
  ])('to give up %s is to cancel the request', async (_what, count) => {
    const days = [first, second].slice(0, count);
    const day = days.at(-1) ?? '';
    const { id, change } = await bookWithLink(backend(), days);
    await owner.act(id, 'confirm', { dates: [day] });
    const { body } = await change('give_up_day', { day });
    expect(body).toMatchObject({ status: 'annulee', days: days.map((date) => ({ date, confirmed: false })) });
    const detail = { confirmed: [day] };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_cancelled', detail }]);
  });

  test('a day that was given up and is confirmed again is one of the days, and no longer one that was given up', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first, second]);
    await owner.confirm(id, { also_confirmed: [first, second] });
    await change('give_up_day', { day: first });
    await owner.act(id, 'change_day', { from_day: second, to_day: first });
    expect(await read()).toMatchObject({ days: [{ date: first, confirmed: true }], givenUp: [] });
  });

  test.each([[[second]], [[second, third]]])('after a day that was held, %j are given up by mail', async (left) => {
    await mails.reset();
    const { id, change } = await bookWithLink(backend(), [first, ...left]);
    await owner.confirm(id);
    await mails.settle();
    const taught = parisDay(-1);
    await moveDays(id, taught, first);
    await query('update private.calendar_entries set day = $1 where ref = $2 and day = $3', [taught, id, first]);
    await query(
      'update private.request_events set detail = replace(detail::text, $1, $2)::json where ref = $3 and detail is not null',
      [first, taught, id],
    );
    for (const day of left) {
      const { body } = await change('give_up_day', { day });
      expect(body).toMatchObject({ status: 'confirmee' });
    }
    const told = { kind: 'confirmation', detail: { days: [taught], withdrawn: left } };
    for (const [index, day] of left.entries()) {
      const mail = await mails.claimed();
      const detail = { entry: { method: 'CANCEL', day } };
      expect(mail).toMatchObject(index === 0 ? told : { kind: 'calendar' });
      expect(mail).toMatchObject({ detail });
      await mails.sent(mail?.id);
    }
  });
}
