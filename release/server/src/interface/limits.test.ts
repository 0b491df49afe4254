import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createQueue, LIMITS } from './limits';

test('the nginx configuration in the guide accepts the largest file of a release', () => {
  const guide = readFileSync(join(__dirname, '../../../../docs/hosting/one-machine.md'), 'utf8');
  expect(guide).toContain(`client_max_body_size ${LIMITS.contentBytes / 1024 ** 2}m;`);
});

const MOST = 2;

function heldCall() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: jest.fn(() => ended), end };
}

test('calls of one key run one after the other, and more than the most are refused', async () => {
  const inTurn = createQueue(MOST);
  const [first, second, third] = [heldCall(), heldCall(), heldCall()];
  const done = [inTurn('a', first.run), inTurn('a', second.run)];
  await expect(inTurn('a', third.run)).rejects.toMatchObject({ word: 'too-many' });
  expect([first, second, third].map(({ run }) => run.mock.calls.length)).toEqual([1, 0, 0]);
  first.end();
  await done[0];
  second.end();
  await done[1];
  expect(second.run).toHaveBeenCalledTimes(1);
});
