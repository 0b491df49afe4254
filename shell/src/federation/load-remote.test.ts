import type { LoadableRelease } from '@site/contract/release-index';
import { exampleIndex } from '../../tests/support/examples';
import { RemoteLoadError } from './fault';
import { loadRemotePage } from './load-remote';
import { activeRoutes } from './remote-page';
import { SHARE_SCOPE } from './shared-modules';

const page = { Page: () => null };
const find = (name: string) => {
  const pageRoute = activeRoutes(exampleIndex).find(({ route }) => route.name === name);
  if (!pageRoute) throw new Error(`The example index has no ${name}.`);
  return pageRoute;
};
const { release: active, route } = find('contact');

type Outcome = (script: HTMLScriptElement) => void;
/** jsdom loads no script: what happens to each one that is added to the page, in turn. */
const outcomes: Outcome[] = [];
const scripts: HTMLScriptElement[] = [];

beforeEach(() => {
  outcomes.length = 0;
  scripts.length = 0;
  // jsdom measures no requests.
  Object.assign(performance, { getEntriesByName: () => [] });
  jest.spyOn(document.head, 'append').mockImplementation((script) => {
    scripts.push(script as HTMLScriptElement);
    outcomes.shift()?.(script as HTMLScriptElement);
  });
});

afterEach(() => {
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'test' });
});

const fails: Outcome = (script) => script.dispatchEvent(new Event('error'));
/** @param value the global that it sets */
const sets =
  ({ container }: LoadableRelease, value: unknown): Outcome =>
  (script) => {
    Object.assign(window, { [container]: value });
    script.dispatchEvent(new Event('load'));
  };
const createContainer = () => ({
  init: jest.fn<unknown, [object]>(),
  get: jest.fn<Promise<() => unknown>, [string]>(async () => () => page),
});

let releases = 0;
/** A release that no test has loaded. */
const newRelease = (changes: Partial<LoadableRelease> = {}): LoadableRelease => {
  releases += 1;
  return { ...active, container: `contact_${releases}`, ...changes };
};

/** A release whose script arrives with this container. */
function release(container = createContainer()) {
  const one = newRelease();
  outcomes.push(sets(one, container));
  return { one, container };
}

test('loadRemote resolves with the page that the container exposes, which gets the shell’s modules as they run', async () => {
  const { one, container } = release();
  await expect(loadRemotePage(one, route)).resolves.toBe(page);
  expect(container.get).toHaveBeenCalledWith('./contact-page');
  expect(container.init).toHaveBeenCalledWith(SHARE_SCOPE);
});

test('loadRemote loads and initialises a container once, however many of its pages are loaded at once', async () => {
  const { one, container } = release();
  await Promise.all([loadRemotePage(one, route), loadRemotePage(one, find('legalNotice').route)]);
  expect(scripts).toHaveLength(1);
  expect(container.init).toHaveBeenCalledTimes(1);
  expect(container.get.mock.calls).toEqual([['./contact-page'], ['./legalNotice-page']]);
});

test('a container’s script carries the hash of the release index', async () => {
  await loadRemotePage(release().one, route);
  const [script] = scripts;
  expect(script).toHaveAttribute('src', active.entry);
  // jsdom does not reflect this property as an attribute.
  expect(script?.integrity).toBe('sha384-contact');
  expect(script).toHaveAttribute('crossorigin', 'anonymous');
});

test('a release without a hash is refused in production and accepted in development', async () => {
  const hot = newRelease({ entry: 'http://localhost:4177/remoteEntry.js', integrity: '' });
  outcomes.push(sets(hot, createContainer()));
  await expect(loadRemotePage(hot, route)).resolves.toBe(page);
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  await expect(loadRemotePage(hot, route)).rejects.toMatchObject({
    message: `contact-page of ${hot.container} has no integrity hash and is refused: publish it again.`,
    fault: { phase: 'entry', code: 'no-integrity' },
  });
  await expect(loadRemotePage(release().one, route)).resolves.toBe(page);
});

test('a retry requests the script at another address, with the same hash', async () => {
  const one = newRelease();
  outcomes.push(fails, sets(one, createContainer()));
  await expect(loadRemotePage(one, route)).rejects.toThrow(RemoteLoadError);
  await expect(loadRemotePage(one, route)).resolves.toBe(page);
  expect(scripts[1]).toHaveAttribute('src', `${active.entry}?retry=1`);
  expect(scripts[1]?.integrity).toBe('sha384-contact');
});

test('a script that does not arrive within four seconds is given up, and used by a retry if it has arrived since', async () => {
  jest.useFakeTimers();
  const one = newRelease();
  const outcome = expect(loadRemotePage(one, route)).rejects.toMatchObject({
    message: `contact-page of ${one.container} did not load.`,
    fault: { phase: 'entry', code: 'timeout' },
  });
  await jest.advanceTimersByTimeAsync(4000);
  await outcome;
  jest.useRealTimers();
  const [late] = scripts;
  if (late) sets(one, createContainer())(late);
  await expect(loadRemotePage(one, route)).resolves.toBe(page);
  expect(scripts).toHaveLength(1);
});

test.each([
  ['network', fails],
  ['not-a-container', (script: HTMLScriptElement) => script.dispatchEvent(new Event('load'))],
] as const)('classifies a container’s script that fails as %s', async (code, outcome) => {
  outcomes.push(outcome);
  await expect(loadRemotePage(newRelease(), route)).rejects.toMatchObject({ fault: { phase: 'entry', code } });
});

test('loadRemote classifies a container’s script that the server refuses by the response status', async () => {
  const entriesOf = jest.fn((_address: string) => [{ responseStatus: 404 }]);
  Object.assign(performance, { getEntriesByName: entriesOf });
  outcomes.push(fails);
  await expect(loadRemotePage(newRelease(), route)).rejects.toMatchObject({
    fault: { phase: 'entry', code: 'http-404' },
  });
  expect(entriesOf).toHaveBeenCalledWith(new URL(active.entry, window.location.href).href);
});

describe('once the container has loaded', () => {
  const lostChunk = () =>
    Object.assign(new Error('It failed.'), { name: 'ChunkLoadError', request: '/r/contact/1.0.0-0123456789/67.js' });

  function failingOnce(cause: Error) {
    const container = createContainer();
    container.get.mockRejectedValueOnce(cause);
    return release(container).one;
  }

  beforeEach(() => {
    Object.assign(window, { fetch: jest.fn(async () => ({ arrayBuffer: async () => null })) });
  });

  test('an error while the module is evaluated is an exception of the page, and keeps its cause', async () => {
    const cause = new Error('x is not a function');
    const one = failingOnce(cause);
    await expect(loadRemotePage(one, route)).rejects.toMatchObject({
      fault: { phase: 'page', code: 'exception' },
      cause,
    });
    await expect(loadRemotePage(one, route)).resolves.toBe(page);
    expect(scripts).toHaveLength(1);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a damaged chunk is fetched again, past the browser’s cache, before a retry', async () => {
    Object.assign(performance, { getEntriesByName: () => [{ responseStatus: 200 }] });
    const one = failingOnce(lostChunk());
    await expect(loadRemotePage(one, route)).rejects.toMatchObject({ fault: { phase: 'page', code: 'integrity' } });
    await expect(loadRemotePage(one, route)).resolves.toBe(page);
    await loadRemotePage(one, route);
    const again = [lostChunk().request, expect.objectContaining({ cache: 'reload' })];
    expect(jest.mocked(fetch).mock.calls).toEqual([again]);
  });

  test('a damaged chunk that cannot be fetched again does not prevent a retry', async () => {
    Object.assign(performance, { getEntriesByName: () => [{ responseStatus: 200 }] });
    jest.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
    const one = failingOnce(lostChunk());
    await expect(loadRemotePage(one, route)).rejects.toThrow(RemoteLoadError);
    await expect(loadRemotePage(one, route)).resolves.toBe(page);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a chunk that is not damaged is not fetched again', async () => {
    const one = failingOnce(lostChunk());
    await expect(loadRemotePage(one, route)).rejects.toMatchObject({ fault: { phase: 'page', code: 'network' } });
    await expect(loadRemotePage(one, route)).resolves.toBe(page);
    expect(fetch).not.toHaveBeenCalled();
  });
});

test.each([null, {}])('loadRemote refuses the module %p, which has no page', async (module) => {
  const container = createContainer();
  container.get.mockResolvedValueOnce(() => module);
  const { one } = release(container);
  await expect(loadRemotePage(one, route)).rejects.toMatchObject({
    message: `contact-page of ${one.container} exposes no Page.`,
    fault: { phase: 'page', code: 'no-page' },
  });
});
