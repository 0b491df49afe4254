import { keepRunning } from './keep-running';

function partThatEndsWhenStopped() {
  let end: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { ended, end, stop: jest.fn(async () => end('')) };
}

test('a part that is just being started when all is stopped is stopped too, and nothing waits for ever', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const [first, second] = [partThatEndsWhenStopped(), partThatEndsWhenStopped()];
  let begin: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const isAllowed = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const part = keepRunning('The part', first, async () => {
    begin();
    await isAllowed;
    return second;
  });
  first.end('killed');
  await begun;
  const stopped = part.stop();
  goOn();
  await stopped;
  expect(second.stop).toHaveBeenCalledTimes(1);
});
