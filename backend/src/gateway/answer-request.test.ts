import { createMinuteLog } from './answer-request';

test('one line of a kind is printed per minute, and the next one counts those left out', () => {
  let now = 0;
  const lines: string[] = [];
  const log = createMinuteLog(
    (line) => lines.push(line),
    () => now,
  );
  for (let count = 0; count < 100; count += 1) log('kind', `line ${count}`);
  log('other', 'another kind');
  now += 60_000;
  log('kind', 'a minute later');
  now += 60_000;
  log('kind', 'two minutes later');
  expect(lines).toEqual([
    'line 0',
    'another kind',
    'a minute later (99 more of this kind since the last line)',
    'two minutes later',
  ]);
});
