/** @jest-environment node */
import { calendarIdOf } from './calendar-id';

test('the calendar id is the one of the mails: the first digits of the hash of the reservation’s id', async () => {
  expect(await calendarIdOf('00000000-0000-4000-8000-000000000000')).toBe('db8055e0e0307d5a016bec4dc338d698');
});

test('without crypto.subtle the id is random', async () => {
  jest.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  const ids = [await calendarIdOf('one'), await calendarIdOf('one')];
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(ids[0]).not.toBe(ids[1]);
});
