import { tinyStore } from '../../tests/support/tiny-site';
import { UserError } from '../user-error';
import { visitsIn } from './stored-watches';
import { parseWatch } from './watch';

test('a watch takes three days, unless --watch names others or --no-watch is given', () => {
  expect(parseWatch(undefined, false)).toBe(3);
  expect(parseWatch('7d', false)).toBe(7);
  expect(parseWatch('30d', false)).toBe(30);
  expect(parseWatch(undefined, true)).toBeNull();
});

test.each(['', '7', 'd', '0d', '31d', '99d', '100d', '-1d', '1.5d', '7h', '7d ', '7 d', '__proto__'])(
  '`activate` refuses --watch %j with the form it takes',
  (text) => {
    expect(() => parseWatch(text, false)).toThrow(UserError);
    expect(() => parseWatch(text, false)).toThrow(`--watch is ${JSON.stringify(text)}: write 7d, with 1 to 30 days.`);
  },
);

test('--watch and --no-watch exclude each other', () => {
  expect(() => parseWatch('7d', true)).toThrow('--watch and --no-watch exclude each other');
});

test('a change takes no more than twenty visits, whoever adds them', async () => {
  const visits = visitsIn((await tinyStore()).blobs);
  const visit = (second: number) => ({ at: new Date(second * 1000).toISOString(), who: 'CI', paths: [], problems: [] });
  for (let count = 0; count < 20; count += 1) await visits.add(1, visit(count));
  await expect(visits.add(1, visit(20))).rejects.toThrow('Change 1 has 20 visits already.');
  expect(await visits.list(1)).toHaveLength(20);
  await visits.add(2, visit(20));
});
