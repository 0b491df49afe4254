import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { tinyData } from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { withLifecycle } from './browser';
import { runChecks } from './check-pairs';

const NO_BROWSER = '/nowhere/chromium';
const { CHROMIUM_PATH } = process.env;

beforeEach(() => {
  process.env.CHROMIUM_PATH = NO_BROWSER;
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => {
  jest.restoreAllMocks();
  if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH;
  else process.env.CHROMIUM_PATH = CHROMIUM_PATH;
});

test('the check of pairs refuses an unchecked release without a browser, and names both remedies', async () => {
  const pairs = [{ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' }];
  const run = { store: memoryStore(), releases: {}, data: tinyData, pairs, journeys: [], current: null };
  const error: unknown = await runChecks(run).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toContain(NO_BROWSER);
  expect((error as Error).message).toContain(
    'Nothing was changed: booking@1.0.0-b in shell@1.0.0-s1 is not checked; to activate it all the same, add --unchecked --why "…".',
  );
});

test('what stops a check from outside ends it with its cleanups, or before it begins', async () => {
  const stop = new AbortController();
  const ended: string[] = [];
  const check = async (life: Parameters<Parameters<typeof withLifecycle>[0]>[0]) => {
    life.onEnd(() => void ended.push('site'));
    life.onEnd(() => void ended.push('browser'));
    stop.abort();
    return new Promise<never>(() => undefined);
  };
  await expect(withLifecycle(check, stop.signal)).rejects.toThrow('aborted');
  expect(ended).toEqual(['browser', 'site']);
  await expect(withLifecycle(check, stop.signal)).rejects.toThrow('aborted');
  expect(ended).toHaveLength(2);
});
