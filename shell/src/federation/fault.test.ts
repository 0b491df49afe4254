import { faultOf, isMendable, RemoteLoadError, refusalCode } from './fault';

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
])('a script that failed and was answered %p is told as %s', (status, code) => {
  measured(status);
  expect(refusalCode('/r/contact/1.0.0-0123456789/remoteEntry.js')).toBe(code);
});

test('a page that fails to fetch a part of itself while it renders has lost a file, not thrown', () => {
  measured(undefined);
  expect(faultOf(chunkError('timeout'), 'render')).toEqual({ phase: 'page', code: 'timeout' });
  expect(faultOf(chunkError('error'), 'render')).toEqual({ phase: 'page', code: 'network' });
});

test('whatever else a page throws is an exception, without its message', () => {
  expect(faultOf(new Error('Camille Martin'), 'render')).toEqual({ phase: 'render', code: 'exception' });
  expect(faultOf('Camille Martin', 'page')).toEqual({ phase: 'page', code: 'exception' });
});

test('a failure to load keeps what it said of itself', () => {
  const fault = { phase: 'entry', code: 'timeout' } as const;
  expect(faultOf(new RemoteLoadError('It did not load.', fault), 'page')).toEqual(fault);
});

test('only a file can come whole another time', () => {
  const mendable = (['network', 'integrity', 'http-404', 'timeout', 'exception', 'no-page'] as const).filter((code) =>
    isMendable({ phase: 'page', code }),
  );
  expect(mendable).toEqual(['network', 'integrity', 'http-404']);
});
