/** @jest-environment node */

import { CALL_TIMEOUT_MS } from '@site/forms/client';
import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { fetchClosedDays } from './closed-days';

let server: Awaited<ReturnType<typeof startAnsweringServer>>;

beforeAll(prepareForSupabase);
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

test('the call for closed days reads the closed days in one call', async () => {
  server.answerWith(200, ['2026-12-25', '2027-01-01']);
  expect(await fetchClosedDays(server.backend)).toEqual(['2026-12-25', '2027-01-01']);
  expect(server.calls.map(({ request }) => request)).toEqual(['GET /rest/v1/rpc/closed_days']);
  expect(server.calls[0]?.headers.apikey).toBe(server.backend.anonKey);
});

test('the call for closed days leaves out values that are not days', async () => {
  server.answerWith(200, ['2026-12-25', 'x', null, 7, 'x2026-12-25', '2026-12-25x', ['2026-12-25']]);
  expect(await fetchClosedDays(server.backend)).toEqual(['2026-12-25']);
  server.answerWith(200, { days: ['2026-12-25'] });
  expect(await fetchClosedDays(server.backend)).toEqual([]);
});

test('the call for closed days rejects when the backend has no closed days', async () => {
  server.answerWith(404, { code: 'PGRST202' });
  await expect(fetchClosedDays(server.backend)).rejects.toThrow('404');
});

test('the call for closed days rejects when the backend does not answer in time', async () => {
  const called = server.nextCall();
  const days = fetchClosedDays(server.backend);
  await called;
  jest.advanceTimersByTime(CALL_TIMEOUT_MS);
  await expect(days).rejects.toThrow('aborted');
});
