import type { TestBackend } from '../support/backend';
import { askForDays, ownerCalls } from '../support/owner-calls';
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

/** Days that cannot be booked: the owner's settings, the list for visitors, and the database's refusals. */
export function describeClosedDays(backend: () => TestBackend): void {
  const setDays = async (changes: Partial<Rule> = {}) => {
    const owner = await ownerCalls(backend());
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
    expect((await ownerCalls(backend()).then((owner) => owner.read<Rule>('days'))).periods).toEqual([current]);
  });

  test('with a notice of three days, today and the next two are closed, and the day after them is open', async () => {
    await setDays({ noticeDays: 3 });
    expect((await closedDays()).body).toEqual([parisDay(), parisDay(1), parisDay(2)]);
    expect(await send(parisDay(2))).toMatchObject(refusalOf(parisDay(2)));
    expect(await send(parisDay(3))).toMatchObject({ status: 201 });
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

  test('a closed weekday is closed in every week', async () => {
    await setDays({ weekly: [true, true, true, true, true, true, false] });
    const closed = (await closedDays()).body as string[];
    expect(closed.length).toBeGreaterThanOrEqual(104);
    expect(closed.every((day) => new Date(day).getUTCDay() === 0)).toBe(true);
    expect(await send(closed[3] ?? '')).toMatchObject(refusalOf(closed[3] ?? ''));
  });

  test('public holidays are closed with one switch', async () => {
    await setDays({ holidays: true });
    const closed = (await closedDays()).body as string[];
    expect(closed.some((day) => day.endsWith('-12-25'))).toBe(true);
    expect(closed.length).toBeLessThan(30);
  });

  test('Easter is computed once for each year of the list, not for each day', async () => {
    await setDays({ holidays: true });
    const { owner } = backend();
    await owner.script(`
      begin;
      create temp sequence easter_calls;
      alter function private.easter(integer) rename to counted_easter;
      create function private.easter(year integer) returns date language plpgsql as $$
        begin perform nextval('pg_temp.easter_calls'); return private.counted_easter(year); end $$`);
    try {
      await owner.query('select public.closed_days()');
      const [{ calls } = { calls: 0 }] = await owner.query<{ calls: number }>(
        'select last_value::integer as calls from pg_temp.easter_calls',
      );
      expect(calls).toBeGreaterThanOrEqual(2);
      expect(calls).toBeLessThanOrEqual(4);
    } finally {
      await owner.script('rollback');
    }
  });

  test('confirmed days are closed if the owner has chosen so, and a cancelled one is open again', async () => {
    const day = parisDay(300);
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, day));
    const owner = await ownerCalls(backend());
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
    const owner = await ownerCalls(backend());
    const { version } = await owner.read<Rule>('days');
    const now = await setDays({ off: [parisDay(8)] });
    for (const seen of [version, null]) {
      const { status, body } = await owner.call('set_days', { ...ALWAYS, version: seen });
      const { code, details } = body as { code: string; details: string };
      expect({ status, code, details: JSON.parse(details) }).toEqual({
        status: 409,
        code: 'CHANGED_SINCE',
        details: now,
      });
    }
  });

  test('a week without an open day or of another length is refused, and past days off are removed', async () => {
    const owner = await ownerCalls(backend());
    const { version } = await owner.read<Rule>('days');
    for (const weekly of [[], [true], Array(7).fill(false), [null, true, true, true, true, true, true]]) {
      expect(await owner.call('set_days', { ...ALWAYS, weekly, version })).toMatchObject({ status: 400 });
    }
    const stored = await setDays({ off: [parisDay(9), parisDay(-1), parisDay(8), parisDay(9)] });
    expect(stored.off).toEqual([parisDay(8), parisDay(9)]);
  });
}
