import { createHash } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { bookWithLink, type Managed, manage } from '../support/managed';
import { parisDay } from '../support/rows';
import { visitorMailsOf } from '../support/visitor-mails';

const [first, second, third] = [parisDay(40), parisDay(41), parisDay(42)];

/** The entries that mails bring into visitors' calendars: one a mail, under one UID for each day of a reservation. */
export function describeCalendarEntries(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, claimed, sent, settle, act } = mails;
  const confirmed = async (...days: string[]) => {
    const { id } = await bookWithLink(backend(), days);
    await settle();
    await act(id, 'confirm', { dates: null });
    return id;
  };
  // The page that sent the booking derives the same one with `calendarIdOf`.
  const uidOf = (id: string, seat: string) => `${createHash('sha256').update(id).digest('hex').slice(0, 32)}-${seat}`;
  const mail = async () => {
    const { id, kind, detail } = (await claimed()) ?? {};
    const { days, withdrawn, otherDays, entry, hasMoreEntries, manageUrl } = detail ?? {};
    return { id, kind, days, withdrawn, otherDays, entry, hasMoreEntries, manageUrl };
  };
  const send = async () => {
    const next = await mail();
    await sent(next.id);
    return next;
  };

  beforeEach(mails.reset);
  afterAll(mails.switchOff);

  test('the entry of each further day goes in a mail of its own, which leaves the link of the first one', async () => {
    const id = await confirmed(first, second);
    const [one, other] = [first, second].map((day) => ({ method: 'REQUEST', day, uid: uidOf(id, day) }));
    const told = await send();
    expect(told).toMatchObject({ kind: 'confirmation', days: [first, second], entry: one, hasMoreEntries: true });
    expect(await send()).toMatchObject({ kind: 'calendar', days: [second], entry: other, manageUrl: null });
    expect(await claimed()).toBeUndefined();
    const secret = String(told.manageUrl).replace(/.*#/, '');
    expect((await manage(backend(), 'request', { secret })).body).toMatchObject({ status: 'confirmee' });
    await act(id, 'cancel');
    const gone = await send();
    expect(gone).toMatchObject({ kind: 'cancellation', entry: { ...one, method: 'CANCEL' }, hasMoreEntries: true });
    expect(await send()).toMatchObject({ kind: 'calendar', entry: { ...other, method: 'CANCEL' } });
    expect(await claimed()).toBeUndefined();
  });

  test('a day that moves is the same entry with a higher sequence; the other days have no mail again', async () => {
    const id = await confirmed(first, third);
    await settle();
    const { version } = await act(id, 'change_day', { from_day: first, to_day: second });
    const entry = { method: 'REQUEST', day: second, uid: uidOf(id, first), sequence: version };
    expect(await send()).toMatchObject({ kind: 'confirmation', entry, hasMoreEntries: false });
    expect(await claimed()).toBeUndefined();
  });

  test('a day that is confirmed in place of another, as the visitor asked, is a move', async () => {
    const { id, secret, read } = await bookWithLink(backend(), [first]);
    await act(id, 'confirm', { dates: null });
    await settle();
    await manage(backend(), 'ask_day', { secret, version: (await read()).version, from_day: first, to_day: second });
    await act(id, 'confirm', { dates: [second] });
    expect(await send()).toMatchObject({
      entry: { method: 'REQUEST', day: second, uid: uidOf(id, first) },
      hasMoreEntries: false,
      // The day before is told once.
      withdrawn: [first],
      otherDays: 0,
    });
    expect((await read()).days).toMatchObject([{ uid: uidOf(id, second) }, { uid: uidOf(id, first) }]);
    expect(await claimed()).toBeUndefined();
  });

  test('a day asked for again, after it moved away, is another entry', async () => {
    const { id, secret, read } = await bookWithLink(backend(), [first]);
    await act(id, 'confirm', { dates: null });
    await act(id, 'change_day', { from_day: first, to_day: second });
    const { version } = await read();
    const { body } = await manage(backend(), 'ask_day', { secret, version, from_day: second, to_day: first });
    const uids = (body as Managed).days.map(({ uid }) => uid);
    expect(uids).toEqual([uidOf(id, `${first}-${version}`), uidOf(id, first)]);
  });

  test('what changes while a mail is being sent is the entry of the next one', async () => {
    const id = await confirmed(first);
    const told = await mail();
    await act(id, 'change_day', { from_day: first, to_day: second });
    await sent(told.id);
    expect(told.entry).toMatchObject({ day: first });
    expect(await send()).toMatchObject({ kind: 'confirmation', entry: { day: second, uid: uidOf(id, first) } });
  });

  test('the limits of mails hold for those of entries too', async () => {
    await confirmed(first, second);
    await query('update private.settings set visitor_mails_per_hour = 2');
    expect(await send()).toMatchObject({ hasMoreEntries: true });
    expect(await claimed()).toBeUndefined();
  });
}
