import type { TestBackend } from '../support/backend';
import { datesOf, parisDay } from '../support/rows';
import { visitor } from '../support/visitor';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

const [first, second, third] = [parisDay(40), parisDay(41), parisDay(42)];

/** Mails to visitors, once the owner has switched them on. */
export function describeVisitorMails(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, sendContact, book, queued, claimed, sent, settle, act, reset, switchOff } = mails;

  beforeEach(reset);
  afterAll(switchOff);

  test('a message is acknowledged to the visitor and mailed to the owner', async () => {
    const email = anyVisitor();
    await sendContact({ email });
    expect(await query('select kind from private.outbox order by kind')).toEqual([
      { kind: 'contact' },
      { kind: 'receipt' },
    ]);
    expect(await claimed()).toMatchObject({
      kind: 'receipt',
      detail: { email, request: 'contact', isAgefice: true, days: [], withdrawn: [] },
    });
  });

  test('a reservation is acknowledged once, with its days', async () => {
    const email = anyVisitor();
    const id = await book({ email }, second, first);
    await visitor(backend()).post('reservation_dates', datesOf(id, third));
    expect(await queued()).toEqual([{ kind: 'receipt', ref: id }]);
    expect(await claimed()).toMatchObject({
      detail: { id, email, days: [first, second, third], otherDays: 0, name: null },
    });
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
    const confirmed = await claimed();
    expect(confirmed).toMatchObject({
      kind: 'confirmation',
      detail: { days: [first], withdrawn: [], moved: [], otherDays: 1, name: 'Camille Durand' },
    });
    await sent(confirmed?.id);
    await act(id, 'change_day', { from_day: first, to_day: third });
    const changed = await claimed();
    expect(changed).toMatchObject({
      kind: 'confirmation',
      detail: { days: [third], withdrawn: [first], moved: [{ from: first, to: third }] },
    });
    await sent(changed?.id);
    await act(id, 'cancel');
    const cancelled = await claimed();
    expect(cancelled).toMatchObject({
      kind: 'cancellation',
      detail: { days: [third], wereConfirmed: true },
    });
  });

  test('the cancellation of what was never confirmed names the requested days, and brings no entry', async () => {
    const id = await book({}, first, second);
    await settle();
    await act(id, 'cancel');
    expect(await claimed()).toMatchObject({
      kind: 'cancellation',
      detail: { days: [first, second], entry: null, wereConfirmed: false },
    });
  });

  test.each([
    ['one move from the day that the visitor knows', third, [first], [{ from: first, to: third }]],
    ['no move when the second takes the first back', first, [], []],
  ])('two changes before one mail are %s', async (_, to_day, withdrawn, moved) => {
    const id = await book({}, first);
    await act(id, 'confirm', { dates: null });
    await settle();
    await act(id, 'change_day', { from_day: first, to_day: second });
    await act(id, 'change_day', { from_day: second, to_day });
    expect(await claimed()).toMatchObject({ detail: { days: [to_day], withdrawn, moved } });
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
