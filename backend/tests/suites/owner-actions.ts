// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { book, IMPOSSIBLE, OUTDATED, ownerCalls } from '../support/owner';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

const [first, second, third] = [parisDay(10), parisDay(11), parisDay(12)];

export function describeOwnerActions(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);

  test('a reservation can be confirmed for all or for some of its days', async () => {
    const id = await book(backend(), first, second);
    const seen = await owner.one(id);
    expect(seen).toMatchObject({ status: 'nouvelle', confirmedDates: [], handledAt: null, note: null, isSpam: false });

    const whole = await owner.read<OwnedRequest>('confirm', { id, version: seen.version, dates: null });
    expect(whole).toMatchObject({ status: 'confirmee', confirmedDates: [first, second] });
    expect(whole.version).toBeGreaterThan(seen.version);
    const part = await owner.read<OwnedRequest>('confirm', { id, version: whole.version, dates: [second] });
    expect(part).toMatchObject({ status: 'confirmee', dates: [first, second], confirmedDates: [second] });
  });

  test.each([1, null])(
    'an action that names the version %p, not the current one, is refused with the current request',
    async (seen) => {
      const id = await book(backend(), first);
      const { version } = await owner.one(id);
      await owner.read('cancel', { id, version });
      for (const [name, args] of [
        ['confirm', { dates: null }],
        ['cancel', {}],
        ['reopen', {}],
        ['verify', {}],
        ['note', { note: 'x' }],
        ['tell', { channel: 'email' }],
        ['handle', { handled: true }],
        ['change_day', { from_day: first, to_day: second }],
      ] as const) {
        const { status, body } = await owner.call(name, { id, version: seen, ...args });
        const { code, details } = body as { code: string; details: string };
        expect({ name, status, code }).toEqual({ name, status: 409, code: 'CHANGED_SINCE' });
        expect(JSON.parse(details)).toEqual(await owner.one(id));
      }
    },
  );

  test('a day that a visitor adds changes the version, so the owner cannot confirm it unseen', async () => {
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, first));
    const { version } = await owner.one(id);
    await by.post('reservation_dates', datesOf(id, second));
    expect(await owner.call('confirm', { id, version, dates: null })).toMatchObject(OUTDATED);
  });

  test('one of two devices that act on the same version at once is refused', async () => {
    const id = await book(backend(), first);
    const { version } = await owner.one(id);
    const answers = await Promise.all([
      owner.call('confirm', { id, version, dates: null }),
      owner.call('cancel', { id, version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a changed day keeps its confirmation, and an impossible change is refused', async () => {
    const id = await book(backend(), first, second);
    const { version } = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: [first] });
    const changed = await owner.read<OwnedRequest>('change_day', { id, version, from_day: first, to_day: third });
    expect(changed).toMatchObject({ dates: [second, third], confirmedDates: [third] });
    for (const [from_day, to_day] of [
      [first, parisDay(20)],
      [second, third],
      [second, parisDay(-1)],
      [second, parisDay(3000)],
    ]) {
      expect(await owner.call('change_day', { id, version: changed.version, from_day, to_day })).toMatchObject(
        IMPOSSIBLE,
      );
    }
    expect(await owner.one(id)).toEqual(changed);
  });

  test('a cancelled reservation has no confirmed day, and is open again when it is reopened', async () => {
    const id = await book(backend(), first);
    const confirmed = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: null });
    const cancelled = await owner.read<OwnedRequest>('cancel', { id, version: confirmed.version });
    expect(cancelled).toMatchObject({ status: 'annulee', confirmedDates: [] });
    const reopened = await owner.read<OwnedRequest>('reopen', { id, version: cancelled.version });
    expect(reopened).toMatchObject({ status: 'nouvelle', confirmedDates: [], handledAt: null });
    expect(await owner.call('reopen', { id, version: reopened.version })).toMatchObject(IMPOSSIBLE);
  });

  test('neither an empty list of days nor a day that was not requested can be confirmed', async () => {
    const id = await book(backend(), first);
    for (const dates of [[], [second], [first, second]]) {
      expect(await owner.call('confirm', { id, version: 2, dates })).toMatchObject(IMPOSSIBLE);
    }
    expect((await owner.one(id)).status).toBe('nouvelle');
  });

  test('an unknown request is null or 404, and a malformed id is 400', async () => {
    const id = randomUUID();
    expect(await owner.read('request', { id })).toBeNull();
    expect(await owner.call('cancel', { id, version: 1 })).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_REQUEST' },
    });
    expect(await owner.call('cancel', { id: 'x', version: 1 })).toMatchObject({ status: 400 });
  });
}
