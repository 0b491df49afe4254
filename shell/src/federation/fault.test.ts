import { faultOf, isRetryable, networkFaultCode, RemoteLoadError } from './fault';

/** jsdom measures no requests. */
function measured(status: number | undefined) {
  const entries = status === undefined ? [] : [{ responseStatus: status }];
  Object.assign(performance, { getEntriesByName: jest.fn(() => entries) });
}

afterEach(() => {
  Reflect.deleteProperty(performance, 'getEntriesByName');
});

const chunkError = (type: string) =>
  Object.assign(new Error('Loading chunk 67 failed.'), { name: 'ChunkLoadError', type, request: '/r/contact/67.js' });

test.each([
  [404, 'http-404'],
  [503, 'http-503'],
  [200, 'integrity'],
  [0, 'network'],
  [undefined, 'network'],
])('classifies a failed script with response status %p as %s', (status, code) => {
  measured(status);
  expect(networkFaultCode('/r/contact/1.0.0-0123456789/remoteEntry.js')).toBe(code);
});

test('a chunk that fails to load during render is a load failure, not an exception', () => {
  measured(undefined);
  expect(faultOf(chunkError('timeout'), 'render')).toEqual({ phase: 'page', code: 'timeout' });
  expect(faultOf(chunkError('error'), 'render')).toEqual({ phase: 'page', code: 'network' });
});

test('any other error is an exception, reported without its message', () => {
  expect(faultOf(new Error('Camille Martin'), 'render')).toEqual({ phase: 'render', code: 'exception', frames: [] });
  expect(faultOf('Camille Martin', 'page')).toEqual({ phase: 'page', code: 'exception', frames: [] });
});

test('a RemoteLoadError keeps its own fault', () => {
  const fault = { phase: 'entry', code: 'timeout' } as const;
  expect(faultOf(new RemoteLoadError('It did not load.', fault), 'page')).toEqual(fault);
});

test('only failures to fetch a file are retried', () => {
  const retryable = (['network', 'integrity', 'http-404', 'timeout', 'exception', 'no-page'] as const).filter((code) =>
    isRetryable({ phase: 'page', code }),
  );
  expect(retryable).toEqual(['network', 'integrity', 'http-404']);
});
