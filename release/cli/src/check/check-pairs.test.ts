import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { tinyData } from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
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

test('refuses an unchecked release without a browser, and names both remedies', async () => {
  const pairs = [{ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' }];
  const run = { store: memoryStore(), releases: {}, data: tinyData, pairs, journeys: [], current: null };
  const error: unknown = await runChecks(run).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toBe(
    `CHROMIUM_PATH names ${NO_BROWSER}, where there is no browser: correct it. Nothing was changed: booking@1.0.0-b in shell@1.0.0-s1 is not checked; to activate it all the same, add --unchecked --why "…".`,
  );
});
