// Run by backend/tests/owner-requests.test.ts.
import type { TestBackend } from '../support/backend';
import { askForDays, book, detailsOf, OUTDATED, ownerCalls } from '../support/owner';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

interface Rule {
  readonly weekly: readonly boolean[];
  readonly holidays: boolean;
  readonly off: readonly string[];
  readonly periods: readonly { readonly first: string; readonly last: string; readonly label: string | null }[];
  readonly confirmedDays: boolean;
  readonly noticeDays: number;
  readonly horizonDays: number | null;
  readonly version: number;
}

const ALWAYS: Omit<Rule, 'version'> = {
  weekly: [true, true, true, true, true, true, true],
  holidays: false,
  off: [],
  periods: [],
  confirmedDays: false,
  noticeDays: 0,
  horizonDays: null,
};

export function describeClosedDays(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const setDays = async (changes: Partial<Rule> = {}) => {
    const { version } = await owner.read<Rule>('days');
    return owner.read<Rule>('set_days', { ...ALWAYS, ...changes, version });
  };
  const closedDays = (query = '') => visitor(backend()).call(`rpc/closed_days${query}`);
  const send = (...days: string[]) => askForDays(backend(), ...days);
  const refusalOf = (day: string) => ({ status: 400, body: { code: 'DATE_CLOSED', details: day } });

  beforeEach(() => setDays());

  test('at first no day is closed', async () => {
    const { status, body, headers } = await closedDays();
    expect({ status, body }).toEqual({ status: 200, body: [] });
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  });

  test('a day off is listed for visitors, and a request that contains it is refused as a whole', async () => {
    const day = parisDay(40);
    await setDays({ off: [day] });
    expect((await closedDays()).body).toEqual([day]);
    expect(await send(parisDay(39), day)).toMatchObject(refusalOf(day));
    expect(await send(parisDay(39))).toMatchObject({ status: 201 });
    expect(await backend().owner.query('select from public.reservation_dates where date = $1', [day])).toEqual([]);
  });

  test('a period is closed from its first to its last day, and visitors do not get its label', async () => {
    const period = { first: parisDay(50), last: parisDay(52), label: ' Congés ' };
    const { periods } = await setDays({ periods: [{ ...period, first: parisDay(60), last: parisDay(60) }, period] });
    expect(periods).toEqual([
      { ...period, label: 'Congés' },
      { first: parisDay(60), last: parisDay(60), label: 'Congés' },
    ]);
    const { body } = await closedDays();
    expect(body).toEqual([parisDay(50), parisDay(51), parisDay(52), parisDay(60)]);
    for (const day of [parisDay(50), parisDay(52)]) expect(await send(day)).toMatchObject(refusalOf(day));
    for (const day of [parisDay(49), parisDay(53)]) expect(await send(day)).toMatchObject({ status: 201 });
  });

  test('a period that is over is forgotten, and one that ends before it begins or has too long a label is refused', async () => {
    const over = { first: parisDay(-9), last: parisDay(-1), label: null };
    const current = { first: parisDay(-3), last: parisDay(), label: null };
    expect((await setDays({ periods: [over, current] })).periods).toEqual([current]);
    for (const wrong of [
      { first: parisDay(9), last: parisDay(8), label: null },
      { first: parisDay(8), last: parisDay(9), label: 'x'.repeat(61) },
      { first: parisDay(8), last: null, label: null },
    ]) {
      await expect(setDays({ periods: [wrong] as Rule['periods'] })).rejects.toThrow('400');
    }
    const many = Array.from({ length: 101 }, (_, at) => ({ ...over, first: parisDay(at), last: parisDay(at) }));
    await expect(setDays({ periods: many })).rejects.toThrow('400');
    expect((await owner.read<Rule>('days')).periods).toEqual([current]);
  });

  test('with a horizon of thirty days, later days are closed', async () => {
    await setDays({ horizonDays: 30 });
    const closed = (await closedDays()).body as string[];
    expect(closed).toHaveLength(700);
    expect([closed[0], closed.at(-1)]).toEqual([parisDay(31), parisDay(730)]);
    expect(await send(parisDay(31))).toMatchObject(refusalOf(parisDay(31)));
    expect(await send(parisDay(30))).toMatchObject({ status: 201 });
    for (const wrong of [{ horizonDays: 0 }, { horizonDays: 731 }, { noticeDays: -1 }, { noticeDays: 366 }]) {
      await expect(setDays(wrong)).rejects.toThrow('400');
    }
  });

  test('confirmed days are closed if the owner has chosen so, and a cancelled one is open again', async () => {
    const day = parisDay(300);
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, day));
    const { version } = await owner.confirm(id);
    expect((await closedDays()).body).toEqual([]);
    await setDays({ confirmedDays: true });
    expect((await closedDays()).body).toContain(day);
    expect(await send(day)).toMatchObject(refusalOf(day));
    await owner.read('cancel', { id, version });
    expect((await closedDays()).body).not.toContain(day);
  });

  test('visitors can request a range, and get only days within the booking period', async () => {
    await setDays({ off: [parisDay(3), parisDay(4), parisDay(5)] });
    expect((await closedDays(`?first=${parisDay(4)}&last=${parisDay(4)}`)).body).toEqual([parisDay(4)]);
    await setDays({ weekly: [true, false, false, false, false, false, false] });
    const all = (await closedDays('?first=0001-01-01&last=9999-12-31')).body as string[];
    expect(all.length).toBeLessThanOrEqual(731);
    expect(all.filter((day) => day < parisDay())).toEqual([]);
  });

  test('the second of two devices that set the days is refused with the days that the first has set', async () => {
    const { version } = await owner.read<Rule>('days');
    const now = await setDays({ off: [parisDay(8)] });
    for (const seen of [version, null]) {
      const refused = await owner.call('set_days', { ...ALWAYS, version: seen });
      expect(refused).toMatchObject(OUTDATED);
      expect(detailsOf(refused)).toEqual(now);
    }
  });

  test('a week without an open day or of another length is refused, and past days off are removed', async () => {
    const { version } = await owner.read<Rule>('days');
    for (const weekly of [[], [true], Array(7).fill(false), [null, true, true, true, true, true, true]]) {
      expect(await owner.call('set_days', { ...ALWAYS, weekly, version })).toMatchObject({ status: 400 });
    }
    const stored = await setDays({ off: [parisDay(9), parisDay(-1), parisDay(8), parisDay(9)] });
    expect(stored.off).toEqual([parisDay(8), parisDay(9)]);
  });
}

const TAKEN = { status: 409, body: { code: 'DAY_TAKEN' } };

/** The training is one-to-one: a day is confirmed for one reservation, unless the owner wants a second one. */
export function describeConfirmedDays(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
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
    const [day, other, free] = [anyDay(), anyDay(), anyDay()];
    const first = await book(backend(), day, other);
    const second = await book(backend(), day, other, free);
    await owner.confirm(first);
    const refused = await owner.call('confirm', { id: second, version: 2, dates: null });
    expect(refused).toMatchObject(TAKEN);
    const { details } = refused.body as { details: string };
    expect(JSON.parse(details)).toEqual([day, other].map((date) => ({ date, id: first, name: 'Camille Durand' })));
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
    const [day, other] = [anyDay(), anyDay()];
    const ids = [await book(backend(), day, other), await book(backend(), day), await book(backend(), day)];
    const [first = '', second = '', third = ''] = ids;
    const { version } = await owner.confirm(first, { dates: [day] });
    const doubled = await owner.confirm(second, { also_confirmed: [day] });
    expect(await owner.confirm(first, { version })).toMatchObject({ confirmedDates: [day, other] });
    await owner.confirm(second, { version: doubled.version });
    expect(await owner.call('confirm', { id: third, version: 2, dates: null })).toMatchObject(TAKEN);
    const now = await owner.one(first);
    await owner.read('cancel', { id: first, version: now.version });
    expect(await owner.call('confirm', { id: third, version: 2, dates: null })).toMatchObject({ status: 409 });
    await owner.read('cancel', { id: second, version: doubled.version });
    expect(await owner.confirm(third)).toMatchObject({ status: 'confirmee' });
  });

  test('a confirmed day cannot be moved to a day that is confirmed for another, unless it is asked for', async () => {
    const [day, from] = [anyDay(), anyDay()];
    const first = await book(backend(), day);
    const id = await book(backend(), from);
    await owner.confirm(first);
    const { version } = await owner.confirm(id);
    const change = { id, version, from_day: from, to_day: day };
    expect(await owner.call('change_day', change)).toMatchObject(TAKEN);
    expect(await owner.one(id)).toMatchObject({ confirmedDates: [from], version });
    expect(await owner.read('change_day', { ...change, also_confirmed: [day] })).toMatchObject({
      confirmedDates: [day],
    });
  });

  test('a status or a day that is changed by hand is refused like the owner’s actions', async () => {
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
    const days = [anyDay(), anyDay(), anyDay()];
    const [one, other] = [await book(backend(), ...days), await book(backend(), ...[...days].reverse())];
    const answers = await Promise.all([one, other].map((id) => owner.call('confirm', { id, version: 2, dates: null })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
}
