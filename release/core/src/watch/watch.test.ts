import { UserError } from '../user-error';
import { parseWatch } from './watch';

test('a watch takes three days, unless --watch names others or --no-watch is given', () => {
  expect(parseWatch(undefined, false)).toBe(3);
  expect(parseWatch('7d', false)).toBe(7);
  expect(parseWatch('30d', false)).toBe(30);
  expect(parseWatch(undefined, true)).toBeNull();
});

test.each(['', '7', 'd', '0d', '31d', '99d', '100d', '-1d', '1.5d', '7h', '7d ', '7 d', '__proto__'])(
  'refuses --watch %j with the form it takes',
  (text) => {
    expect(() => parseWatch(text, false)).toThrow(UserError);
    expect(() => parseWatch(text, false)).toThrow(`--watch is ${JSON.stringify(text)}: write 7d, with 1 to 30 days.`);
  },
);

test('--watch and --no-watch exclude each other', () => {
  expect(() => parseWatch('7d', true)).toThrow('--watch and --no-watch exclude each other');
});
