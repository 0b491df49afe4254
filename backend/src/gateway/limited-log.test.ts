import { createLimitedLog } from './limited-log';

test('the limited log prints ten lines of a kind per minute, then the number of omitted ones', () => {
  let now = 1000;
  const lines: string[] = [];
  const log = createLimitedLog(
    (line) => lines.push(line),
    () => now,
  );
  for (let count = 1; count <= 25; count += 1) log('away', `line ${count}`);
  log('other', 'another kind');
  expect(lines).toEqual([...Array.from({ length: 10 }, (_, index) => `line ${index + 1}`), 'another kind']);

  now += 59_999;
  log('away', 'in the same minute');
  expect(lines).toHaveLength(11);
  now += 1;
  log('away', 'in the next minute');
  expect(lines.slice(11)).toEqual(['16 more like the next line were left out.', 'in the next minute']);
  now += 60_000;
  log('away', 'in a later minute');
  expect(lines.slice(13)).toEqual(['in a later minute']);
});

test('the limited log limits the lines also when the clock of the machine is corrected', () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  const lines: string[] = [];
  const log = createLimitedLog((line) => lines.push(line));
  for (let count = 1; count <= 11; count += 1) log('away', `line ${count}`);
  clock.mockReturnValue(3_600_000);
  log('away', 'a moment later');
  expect(lines).toHaveLength(10);
});
