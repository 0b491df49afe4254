import fc from 'fast-check';
import { createIncidentReport, reportUncaughtErrors } from '../incidents/report-incidents';
import { addressesIn, framesAt, isRetryable, loadFault, networkFaultCode, positionIn, RemoteLoadError } from './fault';

describe('fault', () => {
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
    expect(loadFault(chunkError('timeout'), 'render')).toEqual({ phase: 'page', code: 'timeout' });
    expect(loadFault(chunkError('error'), 'render')).toEqual({ phase: 'page', code: 'network' });
  });

  test('any other error is an exception, reported without its message', () => {
    expect(loadFault(new Error('Camille Martin'), 'render')).toEqual({
      phase: 'render',
      code: 'exception',
      frames: [],
    });
    expect(loadFault('Camille Martin', 'page')).toEqual({ phase: 'page', code: 'exception', frames: [] });
  });

  test('a RemoteLoadError keeps its own fault', () => {
    const fault = { phase: 'entry', code: 'timeout' } as const;
    expect(loadFault(new RemoteLoadError('It did not load.', fault), 'page')).toEqual(fault);
  });

  test('only failures to fetch a file are retried', () => {
    const retryable = (['network', 'integrity', 'http-404', 'timeout', 'exception', 'no-page'] as const).filter(
      (code) => isRetryable({ phase: 'page', code }),
    );
    expect(retryable).toEqual(['network', 'integrity', 'http-404']);
  });
});

describe('frames', () => {
  const BOOKING = 'http://localhost/r/booking/1.0.0-ab/booking-page.0123456789.js';
  const RETRIED = 'http://localhost/r/booking/1.0.0-ab/remoteEntry.js?retry=1';
  const SHELL = 'http://localhost/r/shell/1.0.0-s1/main.js';
  const LOADED = [BOOKING, RETRIED, SHELL];

  beforeAll(() => {
    // jsdom measures no requests.
    Object.assign(performance, { getEntriesByName: (name: string) => (LOADED.includes(name) ? [{}] : []) });
    reportUncaughtErrors(window, report);
  });
  beforeEach(() => {
    sessionStorage.clear();
    sent.length = 0;
  });

  const sent: string[] = [];
  const report: ReturnType<typeof createIncidentReport> = (incident) =>
    createIncidentReport({
      backend: { url: '', anonKey: 'example-key' },
      isPreview: false,
      page: window,
      fetchFrom: (async (_: string, { body }: RequestInit) => sent.push(String(body))) as unknown as typeof fetch,
    })(incident);

  const framesOf = (stack: string, message = 'It broke.') => framesAt(addressesIn({ stack, message }));
  const positionOf = (stack: string) => positionIn(framesOf(stack), 'booking', '1.0.0-ab');

  // Chromium, Firefox and WebKit write them so.
  const STACKS = {
    Chromium: `TypeError: It broke.
    at ${BOOKING}:1:2345
    at Array.map (<anonymous>)
    at async l.choose (${BOOKING}:2:77)
    at new c (${SHELL}:1:9)`,
    Firefox: `c/<@${BOOKING}:1:2345
map@[native code]
async*l.choose@${BOOKING}:2:77
c@${SHELL}:1:9
`,
    WebKit: `${BOOKING}:1:2345
map@[native code]
choose@${BOOKING}:2:77
module code@${SHELL}:1:9`,
  };

  test.each(Object.entries(STACKS))('reads the frames of a stack of %s, innermost first', (_, stack) => {
    const booking = { part: 'booking', id: '1.0.0-ab', script: 'booking-page.0123456789.js' };
    expect(framesOf(stack)).toEqual([
      { ...booking, line: 1, column: 2345 },
      { ...booking, line: 2, column: 77 },
      { part: 'shell', id: '1.0.0-s1', script: 'main.js', line: 1, column: 9 },
    ]);
    expect(positionOf(stack)).toEqual({ script: 'booking-page.0123456789.js', line: 1, column: 2345 });
  });

  test('a script that was requested again has its name without the attempt', () => {
    expect(positionOf(`f@${RETRIED}:1:20`)).toEqual({ script: 'remoteEntry.js', line: 1, column: 20 });
  });

  test('the position is in the release’s own script, and names the other part that threw the error', () => {
    const position = { script: 'booking-page.0123456789.js', line: 1, column: 2345, thrown_in: 'shell' };
    expect(positionOf(`f@${SHELL}:3:4\nchoose@${BOOKING}:1:2345`)).toEqual(position);
    expect(positionOf(`f@${SHELL}:3:4`)).toEqual({ thrown_in: 'shell' });
  });

  test.each([
    `f@${BOOKING}`,
    `f@${BOOKING}:0:4`,
    `f@${BOOKING}:1:12345678`,
    `f@${BOOKING} line 3 > eval:1:1`,
    'f@http://localhost/r/booking/1.0.0-ab/other.js:1:1',
    'f@http://localhost/booking:1:1',
    'wasm-function[3]@[wasm code]',
  ])('%s is no position in a script that the page has loaded', (stack) => {
    expect(framesOf(stack)).toEqual([]);
  });

  const typed = fc.oneof(
    fc.string(),
    fc.constantFrom('camille@exemple.fr', 'Camille Martin', '06 12 34 56 78', 'camille.martin.js'),
  );
  /** What imitates a frame: a visitor's text in place of the part, the release or the script. */
  const imitation = fc
    .tuple(typed, typed, typed, fc.constantFrom('\n    at x (', '\n', 'f@', '\nf@', ' at ', ''))
    .map(
      ([name, id, file, before]) =>
        `${before}http://localhost/r/${name || 'booking'}/${id || '1.0.0-ab'}/${file}.js:1:1)`,
    );
  const text = fc.oneof(
    typed,
    imitation,
    fc.tuple(typed, imitation).map((both) => both.join('')),
  );
  const KEYS = ['remote', 'release', 'phase', 'code', 'route', 'script', 'line', 'column', 'thrown_in'];
  const KNOWN = ['booking', 'shell', '1.0.0-ab', '1.0.0-s1', 'booking-page.0123456789.js', 'remoteEntry.js', 'main.js'];

  test.each(Object.keys(STACKS))('no text typed into a message or a function’s name is reported (%s)', (engine) => {
    const frame = (name: string, address: string) =>
      engine === 'Chromium' ? `    at ${name} (${address})` : `${name}@${address}`;
    let reports = 0;
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (message, early, name, isUncaught) => {
        sessionStorage.clear();
        sent.length = 0;
        const header = engine === 'Chromium' ? [`Error: ${early}`] : [];
        const stack = [...header, frame(name, `${BOOKING}:1:2345`), frame(name, `${SHELL}:1:9`)].join('\n');
        // The message may have changed after the stack was made.
        const error = { stack, message };
        if (isUncaught)
          window.dispatchEvent(new ErrorEvent('error', { filename: BOOKING, lineno: 1, colno: 5, error }));
        else window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
        for (const body of sent) {
          reports += 1;
          const { phase, code, route, line, column, ...rest } = JSON.parse(body) as Record<string, unknown>;
          expect([phase, route]).toEqual(['runtime', '/']);
          expect(['exception', 'rejection']).toContain(code);
          expect([line, column].every((one) => one === undefined || Number.isInteger(one))).toBe(true);
          expect(Object.values(rest).filter((one) => !KNOWN.includes(String(one)))).toEqual([]);
          expect(Object.keys(rest).filter((key) => !KEYS.includes(key))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    expect(reports).toBeGreaterThan(100);
  });
});
