/** @jest-environment node */

import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { addReservationDates } from './add-reservation-dates';

const ATTEMPT = '3f0c8a52-7d41-4b8e-9c57-1f2e3d4c5b6a';
const ID = '0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11';

let server: Awaited<ReturnType<typeof startAnsweringServer>>;
const add = () =>
  addReservationDates(server.backend, ATTEMPT, { reservationId: ID, dates: ['2026-11-23', '2026-12-01'] });

beforeAll(prepareForSupabase);
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

test('posts all rows in one call', async () => {
  server.answerWith(201);
  expect(await add()).toEqual({ ok: true });
  expect(server.calls.map(({ request }) => request)).toEqual(['POST /rest/v1/reservation_dates']);
  expect(server.calls[0]?.headers['x-client-info']).toContain(`attempt=${ATTEMPT}`);
  expect(server.calls[0]?.body).toEqual([
    { reservation_id: ID, date: '2026-11-23' },
    { reservation_id: ID, date: '2026-12-01' },
  ]);
});

test('dates that the server already has count as a success', async () => {
  server.answerWith(409, { code: 'ALREADY_STORED', message: 'stored' });
  expect(await add()).toEqual({ ok: true });
});

test('an expired window for dates is a distinct failure', async () => {
  server.answerWith(410, { code: 'DATES_WINDOW_OVER', message: 'over' });
  expect(await add()).toMatchObject({ ok: false, reason: 'window-over', error: { message: 'over' } });
});

test('a closed date is named', async () => {
  server.answerWith(400, { code: 'DATE_CLOSED', message: 'closed', details: '2026-12-01' });
  expect(await add()).toMatchObject({ ok: false, reason: 'rejected', closedDate: '2026-12-01' });
});

test('a closed date that was not sent is not named', async () => {
  server.answerWith(400, { code: 'DATE_CLOSED', message: 'closed', details: '<b>' });
  expect(await add()).not.toHaveProperty('closedDate');
});

test.each([
  ['a refused key', 401, { code: '42501', message: 'denied' }, 'rejected'],
  ['a date in the past', 400, { code: 'DATE_PAST', message: 'past' }, 'rejected'],
  ['too many requests', 429, { code: 'RATE_LIMIT', message: 'too many' }, 'too-many'],
  ['another 410', 410, { code: 'GONE', message: 'gone' }, 'rejected'],
  ['an address without a backend', 404, '', 'rejected'],
])('%s is a failure', async (_what, status, body, reason) => {
  server.answerWith(status, body);
  expect(await add()).toMatchObject({ ok: false, reason });
});

test('an invalid backend address is a failure, not an exception', async () => {
  const outcome = await addReservationDates({ url: 'nowhere', anonKey: 'key' }, ATTEMPT, {
    reservationId: ID,
    dates: [],
  });
  expect(outcome).toMatchObject({ ok: false, reason: 'offline' });
});

test('a server that cannot be reached is reported as offline', async () => {
  await server.stop();
  expect(await add()).toMatchObject({ ok: false, reason: 'offline' });
});
