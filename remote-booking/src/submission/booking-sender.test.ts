import { addReservationDates } from '../api/add-reservation-dates';
import { createReservation } from '../api/create-reservation';
import type { Booking } from './booking';
import { createBookingSender } from './booking-sender';

jest.mock('../api/add-reservation-dates');
jest.mock('../api/create-reservation');
const create = jest.mocked(createReservation);
const addDates = jest.mocked(addReservationDates);

const backend = { url: '', anonKey: 'key' };
const reservation = { name: 'Camille Martin', email: 'camille@exemple.fr', phone: '', isAgefice: false };
const booking: Booking = { ...reservation, dates: ['2026-11-23', '2026-11-24'] };
const refused = { ok: false, reason: 'rejected', error: new Error('refused') } as const;
const offline = { ok: false, reason: 'offline', error: new Error('offline') } as const;
const windowOver = { ok: false, reason: 'window-over', error: new Error('over') } as const;

beforeEach(() => {
  create.mockReset().mockResolvedValueOnce({ ok: true, id: 'first' }).mockResolvedValue({ ok: true, id: 'second' });
  addDates.mockReset().mockResolvedValue({ ok: true });
});

const keys = (call: typeof create | typeof addDates) => call.mock.calls.map(([, attempt]) => attempt);
const datedIds = () => addDates.mock.calls.map(([, , id]) => id);

test('makes the reservation, then adds its dates, in one attempt', async () => {
  expect(await createBookingSender(backend)(booking)).toEqual({ ok: true });
  expect(create).toHaveBeenCalledWith(backend, expect.any(String), reservation);
  expect(addDates).toHaveBeenCalledWith(backend, keys(create)[0], 'first', booking.dates);
});

test('sends no dates when the reservation was refused', async () => {
  create.mockReset().mockResolvedValue(refused);
  expect(await createBookingSender(backend)(booking)).toEqual({ ...refused, isReserved: false });
  expect(addDates).not.toHaveBeenCalled();
});

test('after refused dates, the next press sends only the dates', async () => {
  addDates.mockResolvedValueOnce(offline);
  const send = createBookingSender(backend);
  expect(await send(booking)).toEqual({ ...offline, isReserved: true });
  expect(await send({ ...booking, dates: ['2026-11-30'] })).toEqual({ ok: true });
  expect(create).toHaveBeenCalledTimes(1);
  expect(addDates).toHaveBeenLastCalledWith(backend, keys(create)[0], 'first', ['2026-11-30']);
});

test('a reservation whose answer was lost is asked for again under the same key', async () => {
  create.mockReset().mockResolvedValueOnce(offline).mockResolvedValue({ ok: true, id: 'first' });
  const send = createBookingSender(backend);
  await send(booking);
  await send(booking);
  expect(keys(create)[1]).toBe(keys(create)[0]);
});

test('changed contact details are another reservation', async () => {
  addDates.mockResolvedValueOnce(offline);
  const send = createBookingSender(backend);
  await send(booking);
  await send({ ...booking, email: 'martin@exemple.fr' });
  expect(keys(create)[1]).not.toBe(keys(create)[0]);
  expect(datedIds()).toEqual(['first', 'second']);
});

test('the same booking after a success is another one', async () => {
  const send = createBookingSender(backend);
  await send(booking);
  await send(booking);
  expect(new Set(keys(create)).size).toBe(2);
});

test('when the window is over, the same press starts over', async () => {
  addDates.mockResolvedValueOnce(offline).mockResolvedValueOnce(windowOver);
  const send = createBookingSender(backend);
  await send(booking);
  expect(await send(booking)).toEqual({ ok: true });
  expect(datedIds()).toEqual(['first', 'first', 'second']);
  expect(new Set(keys(create)).size).toBe(2);
});

test('a window that is over at once does not go round for ever', async () => {
  addDates.mockResolvedValue(windowOver);
  const outcome = await createBookingSender(backend)(booking);
  expect(outcome).toMatchObject({ ok: false, reason: 'rejected', isReserved: false });
  expect(create).toHaveBeenCalledTimes(2);
});
