import { eventOfChange } from './events';

const change = { parts: [], why: '', who: 'Ada', at: '2026-11-25T09:00:00.000Z' };

test('the guard’s rollback is a return', () => {
  const held = { kind: 'guard', parts: ['booking'] } as const;
  const event = eventOfChange({ seq: 7, change: { ...change, command: 'rollback', held } });
  expect(event).toMatchObject({ id: 'change-7', at: change.at });
  expect(JSON.parse(event?.body ?? '')).toEqual({
    type: 'release.returned',
    timestamp: change.at,
    data: { seq: 7, parts: [], held: ['booking'], resumed: [], who: 'Ada', why: '' },
  });
});

test.each(['start', 'compose', 'repair', 'revoke', 'deactivate'] as const)('%s is not reported', (command) => {
  expect(eventOfChange({ seq: 7, change: { ...change, command } })).toBeNull();
});
