/** @jest-environment node */
import { createHash } from 'node:crypto';
import { idempotencyKeyOf } from '@site/forms/idempotency-key';
import { emptyBooking } from '../form/booking-checks';
import { createBookingSender } from './booking-sender';
import { addReservationDates, createReservation } from './reservation';

jest.mock('./reservation');
const create = jest.mocked(createReservation);
const addDates = jest.mocked(addReservationDates);

const backend = { url: '', anonKey: 'key' };
const { dates: _, ...unanswered } = emptyBooking;
const reservation = { ...unanswered, name: 'Camille Martin', email: 'camille@exemple.fr' };
const booking = { ...reservation, dates: ['2026-11-23', '2026-11-24'] };
const refused = { ok: false, reason: 'rejected', error: new Error('refused') } as const;
const offline = { ok: false, reason: 'offline', error: new Error('offline') } as const;
const windowOver = { ok: false, reason: 'window-over', error: new Error('over') } as const;

const showDay = (now: string) =>
  jest.useFakeTimers({ now: new Date(now), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });

beforeEach(() => {
  showDay('2026-11-21T22:59:00Z');
  create.mockReset().mockResolvedValueOnce({ ok: true, id: 'first' }).mockResolvedValue({ ok: true, id: 'second' });
  addDates.mockReset().mockResolvedValue({ ok: true });
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const byPerson = { isHoneypotFilled: false };
const keys = (call: typeof create) => call.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
const datedIds = () => addDates.mock.calls.map(([, , { reservationId }]) => reservationId);

test('the booking sender creates the reservation, then adds its dates, with one idempotency key', async () => {
  const outcome = await createBookingSender(backend, { standard: 250, funded: 400 })(booking, byPerson);
  expect(outcome).toMatchObject({ ok: true, reservationId: 'first' });
  const info = {
    idempotencyKey: expect.any(String),
    isHoneypotFilled: false,
    linkHash: expect.any(String),
    shownCents: 25_000,
  };
  expect(create).toHaveBeenCalledWith(backend, info, reservation);
  expect(addDates).toHaveBeenCalledWith(backend, keys(create)[0], { reservationId: 'first', dates: booking.dates });
});

test.each([false, true])('a retry on a page with another release keeps its key (by a robot: %s)', async (by) => {
  for (const part of ['1.0.0-a', '1.0.0-b']) {
    const releases = { shell: '1.0.0-s1', part };
    await createBookingSender(backend)(booking, { isHoneypotFilled: by, releases });
    expect(create.mock.lastCall?.[1]).toMatchObject({ releases });
  }
  expect(new Set(keys(create)).size).toBe(1);
});

test('the booking sender sends no dates when the reservation was refused', async () => {
  create.mockReset().mockResolvedValue(refused);
  expect(await createBookingSender(backend)(booking, byPerson)).toEqual({ ...refused, isReserved: false });
  expect(addDates).not.toHaveBeenCalled();
});

test('after the dates failed, a retry sends only the dates', async () => {
  addDates.mockResolvedValueOnce(offline);
  const send = createBookingSender(backend);
  expect(await send(booking, byPerson)).toEqual({ ...offline, isReserved: true });
  expect(await send({ ...booking, dates: ['2026-11-30'] }, byPerson)).toMatchObject({
    ok: true,
    reservationId: 'first',
  });
  expect(create).toHaveBeenCalledTimes(1);
  expect(addDates).toHaveBeenLastCalledWith(backend, keys(create)[0], {
    reservationId: 'first',
    dates: ['2026-11-30'],
  });
});

test.each([
  ['the single date that is left continues', { daysWanted: '', dates: ['2026-11-23'] }, 1],
  ['another answer about the wanted days begins', { daysWanted: 'all' }, 2],
  ['another address begins', { email: 'martin@exemple.fr' }, 2],
])('after the dates failed, %s the reservation', async (_how, changes, calls) => {
  addDates.mockResolvedValueOnce(offline);
  const send = createBookingSender(backend);
  await send(booking, byPerson);
  expect(await send({ ...booking, ...changes }, byPerson)).toMatchObject({ ok: true });
  expect(create).toHaveBeenCalledTimes(calls);
});

test('a reservation without an answer is sent again with the same key, also with other dates', async () => {
  create.mockReset().mockResolvedValueOnce(offline).mockResolvedValue({ ok: true, id: 'first' });
  const send = createBookingSender(backend);
  await send(booking, byPerson);
  const dates = ['2026-11-30'];
  await send({ ...booking, dates }, byPerson);
  expect(keys(create)[1]).toBe(keys(create)[0]);
  expect(addDates).toHaveBeenLastCalledWith(backend, keys(create)[0], { reservationId: 'first', dates });
});

test('the key is derived from the table, the day, the round and the booking', async () => {
  addDates.mockResolvedValueOnce(windowOver);
  await createBookingSender(backend)(booking, byPerson);
  const content = { table: 'reservations', day: '2026-11-21', ...booking };
  const expected = [1, 2].map((round) => idempotencyKeyOf({ ...content, round }));
  expect(keys(create)).toEqual(await Promise.all(expected));
});

test('a booking with a filled honeypot does not use the key of the same booking by a person', async () => {
  const tab = createBookingSender(backend);
  await tab(booking, { isHoneypotFilled: true });
  await tab(booking, byPerson);
  expect(create.mock.calls.map(([, { isHoneypotFilled }]) => isHoneypotFilled)).toEqual([true, false]);
  expect(keys(create)[1]).not.toBe(keys(create)[0]);
});

test('when the window for dates has expired, the same click starts over', async () => {
  addDates.mockResolvedValueOnce(offline).mockResolvedValueOnce(windowOver);
  const send = createBookingSender(backend);
  await send(booking, byPerson);
  expect(await send(booking, byPerson)).toMatchObject({ ok: true, reservationId: 'second' });
  expect(datedIds()).toEqual(['first', 'first', 'second']);
  expect(new Set(keys(create)).size).toBe(2);
});

test('a second expired window ends the attempt, and a retry has a new key', async () => {
  addDates.mockResolvedValue(windowOver);
  const send = createBookingSender(backend);
  expect(await send(booking, byPerson)).toMatchObject({ ok: false, reason: 'rejected', isReserved: false });
  expect(create).toHaveBeenCalledTimes(2);
  await send(booking, byPerson);
  expect(new Set(keys(create)).size).toBe(3);
});

describe('the secret of the link', () => {
  const hashes = () => create.mock.calls.map(([, { linkHash }]) => linkHash);

  test('stays on the device: the server gets its hash, the same one when the answer was lost', async () => {
    create.mockReset().mockResolvedValueOnce(offline).mockResolvedValue({ ok: true, id: 'first', isRepeat: true });
    const send = createBookingSender(backend);
    await send(booking, byPerson);
    const outcome = await send(booking, byPerson);
    const secret = outcome.ok ? (outcome.linkSecret ?? '') : '';
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(outcome).toMatchObject({ isRepeat: false });
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(hashes()).toEqual([hash, hash]);
  });

  test('is missing when another tab has stored the booking, and where browsers compute no hash', async () => {
    create.mockReset().mockResolvedValue({ ok: true, id: 'first', isRepeat: true });
    expect(await createBookingSender(backend)(booking, byPerson)).toMatchObject({
      linkSecret: undefined,
      isRepeat: true,
    });
    jest.spyOn(crypto, 'subtle', 'get').mockImplementation();
    create.mockReset().mockResolvedValue({ ok: true, id: 'first' });
    expect(await createBookingSender(backend)(booking, byPerson)).toMatchObject({ linkSecret: undefined });
    expect(hashes()).toEqual([undefined]);
  });
});
