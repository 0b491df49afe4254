import type { TestBackend } from '../support/backend';
import { book, ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

/** The training is one-to-one: a day is confirmed for one reservation, unless the owner wants a second one. */
export function describeConfirmedDays(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  let ahead = 400;
  /** A day that no other test uses. */
  const anyDay = () => {
    ahead += 1;
    return parisDay(ahead);
  };
  const confirmedOn = (day: string) =>
    query<{ id: string }>('select reservation_id as id from public.reservation_dates where confirmed and date = $1', [
      day,
    ]);

  test('a second confirmation of a day is refused with the day and the name, and accepted once it is asked for', async () => {
    const owner = await ownerCalls(backend());
    const [day, other, free] = [anyDay(), anyDay(), anyDay()];
    const first = await book(backend(), day, other);
    const second = await book(backend(), day, other, free);
    await owner.confirm(first);
    const { status, body } = await owner.call('confirm', { id: second, version: 2, dates: null });
    const { code, details } = body as { code: string; details: string };
    expect({ status, code, details: JSON.parse(details) }).toEqual({
      status: 409,
      code: 'DAY_TAKEN',
      details: [
        { date: day, id: first, name: 'Camille Durand' },
        { date: other, id: first, name: 'Camille Durand' },
      ],
    });
    expect(await owner.one(second)).toMatchObject({ status: 'nouvelle', confirmedDates: [], version: 2 });
    const some = await owner.confirm(second, { dates: [free] });
    expect(some.confirmedDates).toEqual([free]);
    const all = { id: second, version: some.version, dates: null };
    // The other day was confirmed for somebody else after the owner was asked about the first; a space of an earlier
    // release sends no days.
    expect(await owner.call('confirm', { ...all, also_confirmed: [day] })).toMatchObject({
      status: 409,
      body: { details },
    });
    expect(await owner.call('confirm', { ...all, also_confirmed: true })).toMatchObject({ status: 400 });
    expect(await owner.read('confirm', { ...all, also_confirmed: [day, other] })).toMatchObject({
      confirmedDates: [day, other, free],
    });
    expect(await confirmedOn(day)).toHaveLength(2);
  });

  test('a day that was confirmed twice is asked about again for a third reservation, but not for its own', async () => {
    const owner = await ownerCalls(backend());
    const [day, other] = [anyDay(), anyDay()];
    const ids = [await book(backend(), day, other), await book(backend(), day), await book(backend(), day)];
    const [first = '', second = '', third = ''] = ids;
    const { version } = await owner.confirm(first, { dates: [day] });
    const doubled = await owner.confirm(second, { also_confirmed: [day] });
    expect(await owner.confirm(first, { version })).toMatchObject({
      confirmedDates: [day, other],
    });
    await owner.confirm(second, { version: doubled.version });
    expect(await owner.call('confirm', { id: third, version: 2, dates: null })).toMatchObject({
      status: 409,
      body: { code: 'DAY_TAKEN' },
    });
    const now = await owner.one(first);
    await owner.read('cancel', { id: first, version: now.version });
    expect(await owner.call('confirm', { id: third, version: 2, dates: null })).toMatchObject({ status: 409 });
    await owner.read('cancel', { id: second, version: doubled.version });
    expect(await owner.confirm(third)).toMatchObject({ status: 'confirmee' });
  });

  test('a confirmed day cannot be moved to a day that is confirmed for another, unless it is asked for', async () => {
    const owner = await ownerCalls(backend());
    const [day, from] = [anyDay(), anyDay()];
    const first = await book(backend(), day);
    const id = await book(backend(), from);
    await owner.confirm(first);
    const { version } = await owner.confirm(id);
    const change = { id, version, from_day: from, to_day: day };
    expect(await owner.call('change_day', change)).toMatchObject({ status: 409, body: { code: 'DAY_TAKEN' } });
    expect(await owner.one(id)).toMatchObject({ confirmedDates: [from], version });
    expect(await owner.read('change_day', { ...change, also_confirmed: [day] })).toMatchObject({
      confirmedDates: [day],
    });
  });

  test('a day that is only requested can be moved to a confirmed one', async () => {
    const owner = await ownerCalls(backend());
    const [day, from] = [anyDay(), anyDay()];
    await owner.confirm(await book(backend(), day));
    const id = await book(backend(), from);
    expect(await owner.read('change_day', { id, version: 2, from_day: from, to_day: day })).toMatchObject({
      dates: [day],
      confirmedDates: [],
    });
  });

  test('a status or a day that is changed by hand is refused like the owner’s actions', async () => {
    const owner = await ownerCalls(backend());
    const [day, from] = [anyDay(), anyDay()];
    const [first, id, moved] = [await book(backend(), day), await book(backend(), day), await book(backend(), from)];
    for (const confirmed of [first, moved]) await owner.confirm(confirmed);
    const refused = { code: 'PGRST', message: expect.stringContaining('DAY_TAKEN') };
    await expect(
      query("update public.reservations set status = 'confirmee' where id = $1", [id]),
    ).rejects.toMatchObject(refused);
    await expect(
      query('update public.reservation_dates set confirmed = true where reservation_id = $1', [id]),
    ).rejects.toMatchObject(refused);
    await expect(
      query('update public.reservation_dates set date = $2 where reservation_id = $1', [moved, day]),
    ).rejects.toMatchObject(refused);
    expect(await confirmedOn(day)).toEqual([{ id: first }]);
  });

  test('of confirmations and changes of day at once, exactly one gets the day', async () => {
    const owner = await ownerCalls(backend());
    const day = anyDay();
    const from = anyDay();
    const moved = await book(backend(), from);
    const { version } = await owner.confirm(moved);
    const ids = await Promise.all([1, 2, 3].map(() => book(backend(), day)));
    const answers = await Promise.all([
      ...ids.map((id) => owner.call('confirm', { id, version: 2, dates: null })),
      owner.call('change_day', { id: moved, version, from_day: from, to_day: day }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await confirmedOn(day)).toHaveLength(1);
  });

  test('reservations that share several days in another order do not wait for each other for ever', async () => {
    const owner = await ownerCalls(backend());
    const days = [anyDay(), anyDay(), anyDay()];
    const [one, other] = [await book(backend(), ...days), await book(backend(), ...[...days].reverse())];
    const answers = await Promise.all([one, other].map((id) => owner.call('confirm', { id, version: 2, dates: null })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
}
