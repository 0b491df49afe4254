import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ActiveRelease } from '@site/contract/release-index';
import { exampleIndex } from '../../tests/support/examples';
import { RemoteLoadError } from './fault';
import { loadRemotePage } from './load-remote';
import { activeRoutes } from './remote-page';

jest.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: jest.fn(),
  registerPlugins: jest.fn(),
  registerRemotes: jest.fn(),
}));

const load = jest.mocked(loadRemote);
const register = jest.mocked(registerRemotes);
// Read before the mocks are cleared: the plugin is registered once, when the module is evaluated.
const plugins = jest.mocked(registerPlugins).mock.calls.flatMap(([registered]) => registered);

const page = { Page: () => null };
const find = (name: string) => {
  const pageRoute = activeRoutes(exampleIndex).find(({ route }) => route.name === name);
  if (!pageRoute) throw new Error(`The example index has no ${name}.`);
  return pageRoute;
};
const { release, route } = find('contact');

/** The script element that the federation run time receives for a release's container. */
function scriptFor({ container, entry }: ActiveRelease) {
  const [plugin] = plugins;
  const created: unknown = plugin?.createScript?.({ url: entry, remoteInfo: { name: container } } as never);
  return created as { script: HTMLScriptElement; timeout: number };
}

beforeEach(() => {
  jest.clearAllMocks();
  // jsdom measures no requests.
  Object.assign(performance, { getEntriesByName: () => [] });
  load.mockResolvedValue(page);
});

afterEach(() => {
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'test' });
});

test('resolves with the page that the release exposes', async () => {
  await expect(loadRemotePage(release, route)).resolves.toBe(page);
  expect(load).toHaveBeenCalledWith('contact_0123456789/contact-page');
  expect(register).toHaveBeenCalledWith([
    { name: 'contact_0123456789', entryGlobalName: 'contact_0123456789', entry: release.entry },
  ]);
});

test('registers a release once, however many of its pages are loaded', async () => {
  const { release: legal, route: notice } = find('legalNotice');
  await loadRemotePage(legal, notice);
  await loadRemotePage(legal, find('cookiePolicy').route);
  expect(register).toHaveBeenCalledTimes(1);
});

test('a container’s script carries the hash of the release index and times out after four seconds', async () => {
  await loadRemotePage(release, route);
  const { script, timeout } = scriptFor(release);
  expect(script).toHaveAttribute('src', release.entry);
  // jsdom does not reflect this property as an attribute.
  expect(script.integrity).toBe('sha384-contact');
  expect(script).toHaveAttribute('crossorigin', 'anonymous');
  expect(timeout).toBe(4000);
});

test('a release without a hash is refused in production and accepted in development', async () => {
  const hot = { ...release, container: 'contact_dev', entry: 'http://localhost:4177/remoteEntry.js', integrity: '' };
  await expect(loadRemotePage(hot, route)).resolves.toBe(page);
  load.mockClear();
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  await expect(loadRemotePage(hot, route)).rejects.toMatchObject({
    message: 'contact-page of contact_dev has no integrity hash and is refused: publish it again.',
    fault: { phase: 'entry', code: 'no-integrity' },
  });
  expect(load).not.toHaveBeenCalled();
});

test('a release with a hash is accepted in production', async () => {
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  await expect(loadRemotePage(release, route)).resolves.toBe(page);
});

test.each([{ name: 'unknown' }, undefined])('a script of the unknown container %p has no address', (remoteInfo) => {
  const created: unknown = plugins[0]?.createScript?.({ url: '', remoteInfo } as never);
  const { script } = created as { script: HTMLScriptElement };
  expect(script).toHaveAttribute('src', '');
  expect(script.integrity).toBe('');
});

test('a failure names the release and keeps its cause', async () => {
  const cause = new Error('offline');
  load.mockRejectedValueOnce(cause);
  const failure = loadRemotePage(release, route);
  await expect(failure).rejects.toThrow(
    new RemoteLoadError(
      'contact-page of contact_0123456789 did not load.',
      { phase: 'entry', code: 'not-a-container' },
      { cause },
    ),
  );
});

test('a retry requests the script at another address, with the same hash', async () => {
  const again = { ...release, container: 'contact_again' };
  load.mockRejectedValueOnce(new Error('tampered'));
  await expect(loadRemotePage(again, route)).rejects.toThrow(RemoteLoadError);
  await expect(loadRemotePage(again, route)).resolves.toBe(page);
  const { script } = scriptFor(again);
  expect(script).toHaveAttribute('src', `${release.entry}?attempt=2`);
  expect(script.integrity).toBe('sha384-contact');
});

test.each([
  ['ScriptNetworkError: Script "…" timed out.', 'timeout'],
  ['ScriptNetworkError: Failed to load script "…"', 'network'],
  ['ScriptExecutionError: Script "…" loaded but threw', 'exception'],
  ['#RUNTIME-001: Failed to get remoteEntry exports.', 'not-a-container'],
])('classifies the federation error « %s » as %s', async (message, code) => {
  load.mockRejectedValueOnce(new Error(message));
  await expect(loadRemotePage({ ...release, container: `contact_${code}` }, route)).rejects.toMatchObject({
    fault: { phase: 'entry', code },
  });
});

test('classifies a container’s script that the server refuses by the response status', async () => {
  const entriesOf = jest.fn((_address: string) => [{ responseStatus: 404 }]);
  Object.assign(performance, { getEntriesByName: entriesOf });
  load.mockRejectedValueOnce(new Error('ScriptNetworkError: Failed to load script "…"'));
  await expect(loadRemotePage({ ...release, container: 'contact_refused' }, route)).rejects.toMatchObject({
    fault: { phase: 'entry', code: 'http-404' },
  });
  expect(entriesOf).toHaveBeenCalledWith(new URL(release.entry, window.location.href).href);
});

test('classifies a rejection without an Error as not-a-container', async () => {
  load.mockRejectedValueOnce('timed out');
  await expect(loadRemotePage({ ...release, container: 'contact_mute' }, route)).rejects.toMatchObject({
    fault: { phase: 'entry', code: 'not-a-container' },
  });
});

describe('once the container has loaded', () => {
  const there = { ...release, container: 'contact_there' };

  beforeEach(() => {
    Object.assign(window, { contact_there: {}, fetch: jest.fn(async () => ({ arrayBuffer: async () => null })) });
  });

  afterEach(() => {
    Reflect.deleteProperty(window, 'contact_there');
  });

  test('an error while the module is evaluated is an exception of the page', async () => {
    load.mockRejectedValueOnce(new Error('x is not a function'));
    await expect(loadRemotePage(there, route)).rejects.toMatchObject({ fault: { phase: 'page', code: 'exception' } });
    await expect(loadRemotePage(there, route)).resolves.toBe(page);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a damaged chunk is fetched again, past the browser’s cache, before a retry', async () => {
    Object.assign(performance, { getEntriesByName: () => [{ responseStatus: 200 }] });
    const request = '/r/contact/1.0.0-0123456789/67.js';
    load.mockRejectedValueOnce(Object.assign(new Error('It failed.'), { name: 'ChunkLoadError', request }));
    await expect(loadRemotePage(there, route)).rejects.toMatchObject({ fault: { phase: 'page', code: 'integrity' } });
    await expect(loadRemotePage(there, route)).resolves.toBe(page);
    await loadRemotePage(there, route);
    expect(jest.mocked(fetch).mock.calls).toEqual([[request, expect.objectContaining({ cache: 'reload' })]]);
  });

  test('a damaged chunk that cannot be fetched again does not prevent a retry', async () => {
    Object.assign(performance, { getEntriesByName: () => [{ responseStatus: 200 }] });
    jest.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
    load.mockRejectedValueOnce(Object.assign(new Error('It failed.'), { name: 'ChunkLoadError', request: '/67.js' }));
    await expect(loadRemotePage(there, route)).rejects.toThrow(RemoteLoadError);
    await expect(loadRemotePage(there, route)).resolves.toBe(page);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a chunk that is not damaged is not fetched again', async () => {
    load.mockRejectedValueOnce(Object.assign(new Error('It failed.'), { name: 'ChunkLoadError', request: '/67.js' }));
    await expect(loadRemotePage(there, route)).rejects.toMatchObject({ fault: { phase: 'page', code: 'network' } });
    await expect(loadRemotePage(there, route)).resolves.toBe(page);
    expect(fetch).not.toHaveBeenCalled();
  });
});

test.each([null, {}])('refuses the module %p, which has no page', async (module) => {
  load.mockResolvedValueOnce(module);
  await expect(loadRemotePage(release, route)).rejects.toMatchObject({
    message: 'contact-page of contact_0123456789 exposes no Page.',
    fault: { phase: 'page', code: 'no-page' },
  });
});
