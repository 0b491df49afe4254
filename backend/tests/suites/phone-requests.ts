// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { book, IMPOSSIBLE, OUTDATED, ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

interface EntryAnswer {
  readonly request: OwnedRequest;
  readonly isTold: boolean;
}

export function describePhoneRequests(backend: () => TestBackend): void {
  const { query, reset, switchOff } = visitorMailsOf(backend);
  const mailsAbout = (id: string) => query('select kind from private.outbox where ref = $1', [id]);
  const typed = (changes: object = {}) => ({
    attempt: randomUUID(),
    name: ' Inès Roy ',
    email: anyVisitor(),
    phone: '06 39 98 00 00',
    dates: [parisDay(301), parisDay(300)],
    is_agefice: true,
    note: ' rappeler\r\nlundi ',
    ...changes,
  });
  const owner = ownerCalls(backend);
  beforeAll(reset);
  afterAll(switchOff);

  test('a request is stored as a visitor’s, to be confirmed, and its history begins with the call', async () => {
    const { request, isTold } = await owner.read<EntryAnswer>('add_request', typed());
    expect(request).toMatchObject({ name: 'Inès Roy', phone: '06 39 98 00 00', isAgefice: true, flagged: false });
    expect(request).toMatchObject({ status: 'nouvelle', dates: [parisDay(300), parisDay(301)], confirmedDates: [] });
    expect(request.note).toBe('rappeler\nlundi');
    expect(await owner.historyOf(request.id)).toMatchObject([
      { who: await owner.email(), action: 'entered', detail: request.dates },
    ]);
    expect(isTold).toBe(false);
    expect(await mailsAbout(request.id)).toEqual([]);
    expect(await owner.confirm(request.id)).toMatchObject({ status: 'confirmee' });
  });

  test('the person gets a receipt only if the owner wishes and the site mails visitors', async () => {
    const mailed = await owner.read<EntryAnswer>('add_request', typed({ tell: true }));
    expect(mailed.isTold).toBe(true);
    expect(await mailsAbout(mailed.request.id)).toEqual([{ kind: 'receipt' }]);
    await query('update private.settings set visitor_mails = false');
    const unmailed = await owner.read<EntryAnswer>('add_request', typed({ tell: true }));
    expect(unmailed.isTold).toBe(false);
    expect(await mailsAbout(unmailed.request.id)).toEqual([]);
    await query('update private.settings set visitor_mails = true');
  });

  test('a request that is sent again after a lost answer is stored once', async () => {
    const args = typed();
    const { request } = await owner.read<EntryAnswer>('add_request', args);
    expect((await owner.read<EntryAnswer>('add_request', args)).request).toEqual(request);
    expect(await query('select from public.reservations where email = $1', [args.email])).toHaveLength(1);
  });

  test('many requests that the owner enters at once are neither counted nor flagged', async () => {
    const before = await query('select from private.submissions');
    for (let count = 0; count < 7; count += 1) {
      expect((await owner.read<EntryAnswer>('add_request', typed())).request).toMatchObject({ flagged: false });
    }
    expect(await query('select from private.submissions')).toHaveLength(before.length);
  });

  test('a closed, past or distant day is refused as a visitor’s, and nothing is stored', async () => {
    const closed = parisDay(310);
    await query('update private.opening_rule set off = $1', [[closed]]);
    for (const [day, code] of [
      [closed, 'DATE_CLOSED'],
      [parisDay(-1), 'DATE_PAST'],
      [parisDay(3000), 'DATE_TOO_FAR'],
    ]) {
      const args = typed({ dates: [parisDay(300), day] });
      expect(await owner.call('add_request', args)).toMatchObject({ status: 400, body: { code, details: day } });
      expect(await query('select from public.reservations where email = $1', [args.email])).toEqual([]);
    }
    await query("update private.opening_rule set off = '{}'");
  });

  test('a day that is confirmed for another is asked about, also where such days are closed to visitors', async () => {
    const day = parisDay(320);
    await owner.confirm(await book(backend(), day));
    await query('update private.opening_rule set confirmed_days = true');
    const args = typed({ dates: [day] });
    expect(await owner.call('add_request', args)).toMatchObject({ status: 409, body: { code: 'DAY_TAKEN' } });
    const { request } = await owner.read<EntryAnswer>('add_request', { ...args, also_confirmed: [day] });
    expect(request).toMatchObject({ status: 'nouvelle', dates: [day], takenDates: [day] });
    await query('update private.opening_rule set confirmed_days = false');
  });

  test.each([
    ['no day', { dates: [] }, 409],
    ['no address', { email: null }, 400],
    ['an address that the form refuses', { email: 'ines@exemple' }, 400],
    ['no name', { name: ' ' }, 400],
    ['more days than a visitor may choose', { dates: Array.from({ length: 32 }, (_, at) => parisDay(300 + at)) }, 400],
  ])('a request with %s is refused', async (_, changes, status) => {
    expect(await owner.call('add_request', typed(changes))).toMatchObject({ status });
  });
}

const STEPS = ['held', 'paid', 'convention_signed', 'convention_sent'];

export function describeFollowUp(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const [today, yesterday] = [parisDay(), parisDay(-1)];
  const noted = (id: string, step: string, day: string | null = today) => owner.act(id, 'follow_up', { step, day });

  test('each step is noted once with its day in any order, no day as held before it was, and written in the history', async () => {
    const id = await book(backend(), parisDay(330));
    await owner.confirm(id);
    const changes = { payer: 'other', payerName: 'Agence du Port', address: '3 rue des Lilas, 35000 Rennes' };
    await owner.read('change_day_file', { id, version: 1, changes });
    const early = await owner.attempt(id, 'follow_up', { step: 'held', day: today });
    expect(early).toMatchObject({ ...IMPOSSIBLE, body: { details: 'not-held' } });
    await visitorMailsOf(backend).moveDays(id, yesterday);
    for (const step of STEPS) await noted(id, step);
    const all = { held: today, paid: today, convention_signed: today, convention_sent: today };
    const whole = await owner.one(id);
    expect(whole.followUp).toEqual(all);
    expect(await noted(id, 'paid')).toEqual(whole);
    const { paid: _, ...others } = all;
    expect((await noted(id, 'paid', null)).followUp).toEqual(others);
    expect((await noted(id, 'held', yesterday)).followUp).toEqual({ ...others, held: yesterday });
    const history = await owner.historyOf(id);
    expect(history.slice(3).map(({ action, detail }) => [action, detail])).toEqual([
      ...STEPS.map((step) => [step, step.startsWith('c') ? { days: [today], isContract: false } : [today]]),
      ['paid_undone', null],
      ['held', [yesterday]],
    ]);
  });

  test('only a confirmed reservation can be followed up, and a cancelled one keeps what was noted', async () => {
    const id = await book(backend(), parisDay(332));
    const step = { id, step: 'paid', day: today };
    expect(await owner.call('follow_up', { ...step, version: 2 })).toMatchObject(IMPOSSIBLE);
    await owner.confirm(id);
    const { version } = await noted(id, 'paid');
    const cancelled = await owner.read<OwnedRequest>('cancel', { id, version });
    expect(cancelled.followUp).toEqual({ paid: today });
    expect(await owner.call('follow_up', { ...step, version: cancelled.version })).toMatchObject(IMPOSSIBLE);
  });

  test('days are held once the hours of all of them are over', async () => {
    const days = [parisDay(334), parisDay(335)];
    const id = await book(backend(), ...days);
    await owner.confirm(id);
    const held = () => owner.attempt(id, 'follow_up', { step: 'held', day: today });
    const { query } = visitorMailsOf(backend);
    await query('update public.reservation_dates set date = date - 335 where reservation_id = $1', [id]);
    expect(await held()).toMatchObject({ ...IMPOSSIBLE, body: { details: 'not-held' } });
    await query("select private.set_day_hours('00:00–00:00')");
    expect(await held()).toMatchObject({ status: 200 });
    await query('select private.set_day_hours(null)');
  });

  test('a day to come, an unknown step and an outdated version are refused', async () => {
    const id = await book(backend(), parisDay(333));
    const { version } = await owner.confirm(id);
    const step = { id, version, step: 'paid', day: today };
    expect(await owner.call('follow_up', { ...step, day: parisDay(1) })).toMatchObject(IMPOSSIBLE);
    expect(await owner.call('follow_up', { ...step, step: 'note' })).toMatchObject({ status: 400 });
    expect(await owner.call('follow_up', { ...step, step: null })).toMatchObject({ status: 400 });
    const old = await owner.call('follow_up', { ...step, version: version - 1 });
    expect(old).toMatchObject(OUTDATED);
    expect((await owner.one(id)).followUp).toEqual({});
  });
}
