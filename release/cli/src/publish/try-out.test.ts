import type { Store } from '@site/release-core/store/store';
import { tinyRemote, tinyShell, tinyStore, withJourneys } from '@site/release-core/tests/support/tiny-site';
import { uploadOf } from '@site/release-server/tests/support/interface-site';
import { tryOut } from './try-out';

let store: Store;
beforeEach(async () => {
  store = await tinyStore([tinyShell(), tinyRemote('landing')]);
});

type BuiltRelease = ReturnType<typeof tinyRemote>;

const attemptAll = async (artifacts: readonly BuiltRelease[], isUnchecked: boolean) => {
  const parts = artifacts.map((artifact) => ({ ...artifact, ...uploadOf(artifact) }));
  return tryOut({ store, isUnchecked }, await store.readRevision(), parts);
};
const attempt = (artifact: BuiltRelease, isUnchecked = false) => attemptAll([artifact], isUnchecked);

test('a release whose page does not work in a browser is refused with the page, and not stored', async () => {
  // The scripts of tiny releases run in no browser.
  await expect(attempt(tinyRemote('booking'))).rejects.toThrow(
    /^\/booking of booking@1\.0\.0-a: [\s\S]*uncaught error: early is not defined[^\n]*\nNothing was published: correct the pages above/,
  );
  expect(await store.has('booking', '1.0.0-a')).toBe(false);
});

describe('journeys', () => {
  const journey = (title: string, ...urls: string[]) => ({
    title,
    steps: urls.map((url) => ({ type: 'navigate', url })),
  });
  // It has no pages, as those of tiny releases do not work.
  const booking = tinyRemote('booking', '1.0.0-b', { routes: [] });
  let printed: jest.SpyInstance;
  beforeEach(async () => {
    const through = journey('Réserver', '/', '/booking');
    const landing = withJourneys(tinyRemote('landing'), { a: through, b: through });
    store = await tinyStore([tinyShell(), landing, tinyRemote('booking')]);
    printed = jest.spyOn(console, 'error').mockImplementation();
  });
  afterEach(() => printed.mockRestore());

  test('of a neighbour that failed before too are named and do not count', async () => {
    const { journeys } = await attempt(booking);
    expect(journeys).toMatchObject([{ problem: expect.any(String) }, { problem: expect.any(String) }]);
    expect(printed).toHaveBeenCalledWith(
      expect.stringMatching(/« Réserver » of landing@1\.0\.0-a fails .* It fails with what is active now too/),
    );
  });

  test('of the release itself run first, and one that fails is enough', async () => {
    const own = journey('Le mien', '/');
    const refusal: unknown = await attempt(withJourneys(booking, { a: own })).catch((error: unknown) => error);
    expect(String(refusal)).toMatch(
      /« Le mien » of booking@1\.0\.0-b fails at 360 (?:and 1280 )?px, in step 1 \(navigate\) of journeys\/a\.json: .*early is not defined.* Picture: .*\.png\n/,
    );
    expect(String(refusal)).toMatch(/\n2 more journeys were not run\.\n/);
  });
});

test('a release that does not fit the active shell opens no browser, and is named as incompatible', async () => {
  const requires = { ...tinyRemote('booking').release.requires, sharedUi: ['Chart'] };
  expect(await attempt(tinyRemote('booking', '1.0.0-a', { requires }))).toMatchObject({
    pairs: [],
    incompatible: [expect.stringContaining('booking@1.0.0-a uses Chart of shared-ui')],
    unchecked: expect.stringContaining('it does not fit what is active'),
  });
});

test('releases that are published together are compared with each other, not with those that they replace', async () => {
  const requires = { ...tinyRemote('booking').release.requires, sharedUi: ['Chart'] };
  const booking = tinyRemote('booking', '1.0.0-a', { requires });
  const { offers } = tinyShell().release;
  const shell = tinyShell('1.0.0-s2', {
    ...(offers && { offers: { ...offers, sharedUi: ['Button', 'Heading', 'Chart'] } }),
  });
  expect(await attemptAll([shell, booking], true)).toMatchObject({ incompatible: [] });
});

test('an unchecked release opens no browser, and says so', async () => {
  expect(await attempt(tinyRemote('booking'), true)).toMatchObject({
    pairs: [],
    incompatible: [],
    unchecked: expect.stringContaining('as asked'),
  });
});
