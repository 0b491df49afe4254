/** @jest-environment node */
import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { emptyBooking } from '../form/booking-checks';
import { addReservationDates, createReservation } from './reservation';

const KEY = '3f0c8a52-7d41-4b8e-9c57-1f2e3d4c5b6a';
const ID = '0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11';
const { dates: _, ...unanswered } = emptyBooking;
const reservation = { ...unanswered, name: 'Camille Martin', email: 'camille@exemple.fr', isAgefice: true };

let server: Awaited<ReturnType<typeof startAnsweringServer>>;
const create = (change: Partial<typeof reservation> = {}) =>
  createReservation(server.backend, { idempotencyKey: KEY }, { ...reservation, ...change });
const add = () => addReservationDates(server.backend, KEY, { reservationId: ID, dates: ['2026-11-23', '2026-12-01'] });
const anyError = expect.objectContaining({ message: expect.any(String) });

beforeAll(prepareForSupabase);
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

test('a reservation is posted as one row and returns its id', async () => {
  server.answerWith(201, [{ id: ID }]);
  expect(await create()).toEqual({ ok: true, id: ID });
  const [call] = server.calls;
  expect(server.calls).toHaveLength(1);
  expect(call?.request).toBe('POST /rest/v1/reservations');
  expect(call?.query.get('select')).toBe('id');
  expect(call?.headers.apikey).toBe('public-key');
  expect(call?.headers.prefer).toContain('return=representation');
  expect(call?.headers['x-client-info']).toContain(`attempt=${KEY}`);
  expect(call?.body).toMatchObject({ name: reservation.name, email: reservation.email, phone: null, is_agefice: true });
});

test('a reservation is sent with the telephone if there is one', async () => {
  server.answerWith(201, [{ id: ID }]);
  await create({ phone: '0639980000' });
  expect(server.calls[0]?.body).toMatchObject({ phone: '0639980000' });
});

test('a backend without columns gets the rest, and each answer that it has not refused by name', async () => {
  server.answerWith(400, { code: 'PGRST204', message: "Column 'phone' of relation 'reservations' does not exist" });
  const outcome = create({ phone: '0639980000', daysWanted: 'all' });
  await server.nextCall();
  const message = "Could not find the 'days_wanted' column of 'reservations' in the schema cache";
  server.answerWith(400, { code: 'PGRST204', message });
  await server.nextCall();
  server.answerWith(201, [{ id: ID }]);
  expect(await outcome).toEqual({ ok: true, id: ID });
  const [all, ...fewer] = server.calls.map(({ body }) => Object.keys(body as object));
  expect(all).toEqual(expect.arrayContaining(['phone', 'days_wanted']));
  const without = (...refused: string[]) => all?.filter((column) => !refused.includes(column));
  expect(fewer).toEqual([without('phone'), without('phone', 'days_wanted')]);
});

test('a repeat returns the id that the server already has, and is recognised as one', async () => {
  server.answerWith(409, { code: 'ALREADY_STORED', message: 'stored', details: ID, hint: null });
  expect(await create()).toEqual({ ok: true, id: ID, isRepeat: true });
});

test.each([
  ['a refused key', 401, { code: '42501', message: 'denied' }],
  ['an unknown column that was not sent', 400, { code: 'PGRST204', message: "Could not find the 'city' column" }],
  ['another conflict', 409, { code: '23505', message: 'duplicate', details: 'Key (attempt)' }],
  ['a success without an id', 201, []],
  ['a success with an empty id', 201, [{ id: '' }]],
  ['a success with an id that is not a string', 201, [{ id: 7 }]],
  ['a success that cannot be read', 201, '<html>'],
])('%s is a failure that keeps its error', async (_what, status, body) => {
  server.answerWith(status, body);
  expect(await create()).toEqual({ ok: false, reason: 'rejected', error: anyError });
});

test('a server that cannot be reached is reported as offline', async () => {
  await server.stop();
  expect(await create()).toEqual({ ok: false, reason: 'offline', error: anyError });
});

test('an invalid backend address is a failure, not an exception', async () => {
  const outcome = await createReservation({ url: 'nowhere', anonKey: 'key' }, { idempotencyKey: KEY }, reservation);
  expect(outcome).toEqual({ ok: false, reason: 'offline', error: anyError });
});

test('dates are posted in one call', async () => {
  server.answerWith(201);
  expect(await add()).toEqual({ ok: true });
  expect(server.calls.map(({ request }) => request)).toEqual(['POST /rest/v1/reservation_dates']);
  expect(server.calls[0]?.headers['x-client-info']).toContain(`attempt=${KEY}`);
  expect(server.calls[0]?.body).toEqual([
    { reservation_id: ID, date: '2026-11-23' },
    { reservation_id: ID, date: '2026-12-01' },
  ]);
});

const refusal = { ok: false, reason: 'rejected', error: anyError };
test.each([
  ['dates that the server already has', 409, { code: 'ALREADY_STORED' }, { ok: true }],
  ['an expired window for dates', 410, { code: 'DATES_WINDOW_OVER' }, { ...refusal, reason: 'window-over' }],
  ['another 410', 410, { code: 'GONE' }, refusal],
  ['a closed date', 400, { code: 'DATE_CLOSED', details: '2026-12-01' }, { ...refusal, closedDate: '2026-12-01' }],
  ['a closed date that was not sent', 400, { code: 'DATE_CLOSED', details: '<b>' }, refusal],
])('%s is an outcome of its own', async (_what, status, body, outcome) => {
  server.answerWith(status, { message: 'told', ...body });
  expect(await add()).toEqual(outcome);
});
