import { HOUR_MS } from '@site/contract/today';
import { periodic } from './tasks';

function hourlyWork() {
  const clock = { ms: 1000 };
  const work = jest.fn(async () => undefined as unknown);
  return { clock, work, ...periodic(HOUR_MS, work, () => clock.ms) };
}

test('work that succeeded is done again when its interval is over', async () => {
  const { clock, work, run } = hourlyWork();
  await run();
  clock.ms += HOUR_MS - 1;
  await run();
  expect(work).toHaveBeenCalledTimes(1);
  clock.ms += 1;
  await run();
  expect(work).toHaveBeenCalledTimes(2);
});

test('work that failed is done again at the next run', async () => {
  const { clock, work, run } = hourlyWork();
  work.mockRejectedValueOnce(new Error('the database is away'));
  await expect(run()).rejects.toThrow('the database is away');
  clock.ms += 2000;
  await run();
  expect(work).toHaveBeenCalledTimes(2);
  await run();
  expect(work).toHaveBeenCalledTimes(2);
});

test('work that is due now does not wait for its interval', async () => {
  const { work, run, dueNow } = hourlyWork();
  await run();
  dueNow();
  await run();
  expect(work).toHaveBeenCalledTimes(2);
});
