import type { TestBackend } from '../support/backend';
import { bookWithLink, type Managed, manage } from '../support/managed';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { visitorMailsOf } from '../support/visitor-mails';

const [first, second, third] = [parisDay(50), parisDay(51), parisDay(52)];

/** A visitor gives up one day of a reservation with several. */
export function describeGiveUpDay(backend: () => TestBackend): void {
  const { query, changesOf, toOwner, ...mails } = visitorMailsOf(backend);
  afterAll(mails.switchOff);

  test('a day that is given up leaves the request and frees the day; the owner and the visitor are told', async () => {
    await mails.reset();
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [first, second]);
    await owner.confirm(id);
    await mails.settle();
    const { version } = await read();
    const { body } = await manage(backend(), 'give_up_day', { secret, version, day: first });
    expect(body).toMatchObject({ status: 'confirmee', days: [{ date: second, confirmed: true }] });
    const detail = { day: first, wasConfirmed: true };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_gave_up', detail }]);
    expect(await toOwner(id)).toEqual([{ kind: 'change' }]);
    const told = await mails.claimed();
    const cancelled = { method: 'CANCEL', day: first };
    expect(told).toMatchObject({
      kind: 'confirmation',
      detail: { days: [second], withdrawn: [first], entry: cancelled, hasMoreEntries: false },
    });
    await mails.sent(told?.id);
    // A later mail does not tell of it again.
    const current = await owner.one(id);
    await owner.read('change_day', { id, version: current.version, from_day: second, to_day: third });
    await query("update private.outbox set not_before = now() where sent_at is null and kind = 'confirmation'");
    const later = { days: [third], withdrawn: [second], moved: [{ from: second, to: third }] };
    expect((await mails.claimed())?.detail).toMatchObject(later);
    const other = await bookWithLink(backend(), [first]);
    expect(await owner.confirm(other.id)).toMatchObject({ confirmedDates: [first] });
  });

  test('who gives up the day asked for in place of a confirmed one has nothing left to answer', async () => {
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    const asked = { secret, version: (await read()).version, from_day: first, to_day: second };
    const { version } = (await manage(backend(), 'ask_day', asked)).body as Managed;
    const { body } = await manage(backend(), 'give_up_day', { secret, version, day: second });
    expect(body).toMatchObject({ status: 'confirmee', days: [{ date: first, confirmed: true }] });
    expect(await owner.one(id)).toMatchObject({ status: 'confirmee', handledAt: expect.any(String) });
    const detail = { day: second, wasConfirmed: false };
    expect(await changesOf(id)).toContainEqual({ who: 'visitor', action: 'visitor_gave_up', detail });
  });

  test('a confirmed day can be given up while another one is asked for, which then waits for the answer', async () => {
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    const asked = { secret, version: (await read()).version, from_day: first, to_day: second };
    const { version } = (await manage(backend(), 'ask_day', asked)).body as Managed;
    const { body } = await manage(backend(), 'give_up_day', { secret, version, day: first });
    expect(body).toMatchObject({ status: 'nouvelle', days: [{ date: second, confirmed: false }] });
  });

  test.each([
    ['the only day', 1],
    ['the only one of its days that is confirmed', 2],
  ])('to give up %s is to cancel the request', async (_what, count) => {
    const days = [first, second].slice(0, count);
    const day = days.at(-1) ?? '';
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), days);
    await owner.read('confirm', { id, version: (await read()).version, dates: [day] });
    const { version } = await read();
    const { body } = await manage(backend(), 'give_up_day', { secret, version, day });
    expect(body).toMatchObject({ status: 'annulee', days: days.map((date) => ({ date, confirmed: false })) });
    const detail = { confirmed: [day] };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_cancelled', detail }]);
  });

  test('the day after one that was held is given up, and the one that was held stays confirmed', async () => {
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [first, second]);
    await owner.confirm(id);
    const held = parisDay(-1);
    await query('update public.reservation_dates set date = $2 where reservation_id = $1 and date = $3', [
      id,
      held,
      first,
    ]);
    const { version } = await read();
    const { body } = await manage(backend(), 'give_up_day', { secret, version, day: second });
    expect(body).toMatchObject({ status: 'confirmee', days: [{ date: held, confirmed: true }] });
  });
}
