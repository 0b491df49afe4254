import { UserError } from '../user-error';
import { readMoment } from './read-log';

const now = new Date('2026-11-22T12:00:00.000Z');

test.each([
  ['2d', '2026-11-20T12:00:00.000Z'],
  ['3h', '2026-11-22T09:00:00.000Z'],
  ['30min', '2026-11-22T11:30:00.000Z'],
  ['0h', '2026-11-22T12:00:00.000Z'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T09:30', '2026-11-20T09:30:00.000Z'],
  ['2026-11-22T07:29:36.123Z', '2026-11-22T07:29:36.123Z'],
])('the log query reads --since %s as %s', (text, since) => {
  expect(readMoment(text, 'since', now).toISOString()).toBe(since);
});

test.each(['', '2', '-2d', '1.5h', '2 d', '2w', '9999999d', '2026-11', '2026-02-30', '2026-11-20T25:00', '__proto__'])(
  'the log query refuses --since %j and lists the accepted formats',
  (text) => {
    expect(() => readMoment(text, 'since', now)).toThrow(UserError);
    expect(() => readMoment(text, 'since', now)).toThrow(
      `--since is ${JSON.stringify(text)}: write 2d, 3h, 30min, a day as 2026-11-22, or a moment in UTC as 2026-11-22T09:30.`,
    );
  },
);
