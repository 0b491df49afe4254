import { createAllowance } from './allowance';

const team = { id: 'a', to: 'équipe réservation' };

test('a grant sends up to its bytes of a day, and again on the next day', () => {
  let now = 0;
  const { take } = createAllowance(10, () => now);
  take(team, 6);
  expect(() => take(team, 5)).toThrow('has sent 6 of 10 bytes in 24 hours');
  take(team, 4);
  take({ ...team, id: 'b' }, 10);
  now = 86_400_000;
  take(team, 10);
});
