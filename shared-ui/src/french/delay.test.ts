import { formatFrenchDelay } from './delay';

test.each([
  [1, 'une minute'],
  [60, 'une minute'],
  [61, '2\u00a0minutes'],
  [437, '8\u00a0minutes'],
  [600, '10\u00a0minutes'],
  [5400, '90\u00a0minutes'],
  [5401, '2\u00a0heures'],
  [86_400, '24\u00a0heures'],
])('%d s are rounded up to %s', (seconds, text) => {
  expect(formatFrenchDelay(seconds)).toBe(text);
});
