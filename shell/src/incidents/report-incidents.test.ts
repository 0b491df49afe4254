import { addPageData, exampleIndex, release } from '../../tests/support/examples';
import type { OnIncident } from '../federation/fallback-chain';
import { createIncidentReport, MARKS_KEY, reportStartFailure, reportUncaughtErrors } from './report-incidents';

describe('report incidents', () => {
  const contact = release('contact');
  const fault = { phase: 'entry', code: 'timeout' } as const;
  const backend = { url: 'https://backend.example', anonKey: 'example-key' };
  const refusing: Pick<Window, 'sessionStorage'> = {
    get sessionStorage(): Storage {
      throw new DOMException('Refused.', 'SecurityError');
    },
  };

  afterEach(() => sessionStorage.clear());

  interface Document {
    readonly isPreview?: boolean;
    readonly page?: Pick<Window, 'sessionStorage'>;
    readonly answer?: () => Promise<unknown>;
  }

  /** Opens a document in the same browser session. */
  function open({ isPreview = false, page = window, answer = async () => ({ ok: true }) }: Document = {}) {
    const fetchFrom = jest.fn(answer);
    const report = createIncidentReport({ backend, isPreview, page, fetchFrom: fetchFrom as unknown as typeof fetch });
    return { fetchFrom, report };
  }

  test('reports a failure with the script of the release and the part that threw it, without data of the visitor', () => {
    const { fetchFrom, report } = open();
    const own = { part: 'contact', id: contact.id, script: 'contact-page.js', line: 1, column: 2345 };
    const frames = [{ part: 'shell', id: '1.0.0-s', script: 'main.js', line: 3, column: 4 }, own];
    report({ part: 'contact', release: contact, fault: { ...fault, frames }, path: '/contact' });
    expect(fetchFrom.mock.calls).toEqual([
      [
        'https://backend.example/rest/v1/incidents',
        {
          method: 'POST',
          headers: { apikey: 'example-key', 'content-type': 'application/json', prefer: 'return=minimal' },
          keepalive: true,
          body: '{"remote":"contact","release":"1.0.0-0123456789","phase":"entry","code":"timeout","route":"/contact","script":"contact-page.js","line":1,"column":2345,"thrown_in":"shell"}',
        },
      ],
    ]);
  });

  test('reports only the first failure of each release', () => {
    const { fetchFrom, report } = open();
    report({ part: 'legal', release: contact, fault, path: '/agefice' });
    report({ part: 'legal', release: contact, fault, path: '/accessibilite' });
    report({ part: 'legal', release: contact, fault: { ...fault, code: 'network' }, path: '/agefice' });
    report({ part: 'legal', release: contact, fault: { ...fault, phase: 'render' }, path: '/agefice' });
    expect(fetchFrom).toHaveBeenCalledTimes(1);
    report({ part: 'legal', release: { ...contact, id: '0.9.0-before' }, fault, path: '/agefice' });
    report({ part: 'contact', release: contact, fault, path: '/contact' });
    expect(fetchFrom).toHaveBeenCalledTimes(3);
  });

  test('a release is reported once per browser session, which only sessionStorage records', () => {
    open().report({ part: 'contact', release: contact, fault, path: '/contact' });
    const next = open();
    next.report({ part: 'contact', release: contact, fault, path: '/contact' });
    expect(next.fetchFrom).not.toHaveBeenCalled();
    expect({ ...sessionStorage }).toEqual({ [MARKS_KEY]: 'contact@1.0.0-0123456789' });
    next.report({ part: 'contact', release: { ...contact, id: '1.0.0-01' }, fault, path: '/contact' });
    expect(next.fetchFrom).toHaveBeenCalledTimes(1);
    expect(localStorage).toHaveLength(0);

    sessionStorage.clear();
    const other = open();
    other.report({ part: 'contact', release: contact, fault, path: '/contact' });
    expect(other.fetchFrom).toHaveBeenCalledTimes(1);
  });

  test('where the browser refuses storage, a release is reported once per document', () => {
    for (const { fetchFrom, report } of [open({ page: refusing }), open({ page: refusing })]) {
      for (let time = 0; time < 3; time += 1) report({ part: 'contact', release: contact, fault, path: '/contact' });
      expect(fetchFrom).toHaveBeenCalledTimes(1);
    }
  });

  test('a failure that a retry recovered does not hide the failure that follows', () => {
    const { fetchFrom, report } = open();
    for (const mended of ['retry', 'retry', 'previous', undefined] as const) {
      report({ part: 'contact', release: contact, fault, path: '/contact', mended });
    }
    const calls = fetchFrom.mock.calls as unknown as [string, { body: string }][];
    expect(calls.map(([, { body }]) => JSON.parse(body).mended)).toEqual(['retry', 'previous']);
  });

  test('failures in a preview are reported separately, and do not hide those of the public page', () => {
    const preview = open({ isPreview: true });
    preview.report({ part: 'contact', release: contact, fault, path: '/contact' });
    const [[, request]] = preview.fetchFrom.mock.calls as unknown as [[string, { body: string }]];
    expect(JSON.parse(request.body)).toMatchObject({ remote: 'contact', preview: true });
    const page = open();
    page.report({ part: 'contact', release: contact, fault, path: '/contact' });
    expect(page.fetchFrom).toHaveBeenCalledTimes(1);
  });

  test('a report that fails is ignored and not repeated', async () => {
    const { fetchFrom, report } = open({ answer: () => Promise.reject(new TypeError('Failed to fetch')) });
    report({ part: 'contact', release: contact, fault, path: '/contact' });
    await new Promise(process.nextTick);
    report({ part: 'contact', release: contact, fault, path: '/contact' });
    expect(fetchFrom).toHaveBeenCalledTimes(1);
  });

  test('texts are cut to the lengths that the table accepts', () => {
    const { fetchFrom, report } = open();
    report({ part: 'r'.repeat(50), release: { ...contact, id: 'i'.repeat(90) }, fault, path: `/${'p'.repeat(300)}` });
    const [, request] = fetchFrom.mock.calls[0] as unknown as [string, { body: string }];
    const { remote, release: id, route } = JSON.parse(request.body);
    expect([remote, id, route].map(({ length }) => length)).toEqual([40, 80, 200]);
  });
});

describe('report start failure', () => {
  const fetchFrom = jest.fn(async () => ({ ok: true }));
  const report = () => reportStartFailure(window, fetchFrom as unknown as typeof fetch, new Error('It broke.'));

  beforeEach(() => {
    fetchFrom.mockClear();
    sessionStorage.clear();
    document.head.replaceChildren();
    window.history.replaceState(null, '', '/contact');
  });

  test('a shell that throws at its start is reported once per browser session', () => {
    addPageData();
    report();
    report();
    expect(fetchFrom.mock.calls).toEqual([
      [
        '/rest/v1/incidents',
        expect.objectContaining({
          body: `{"remote":"shell","release":"${exampleIndex.shell.id}","phase":"shell","code":"exception","route":"/contact"}`,
        }),
      ],
    ]);
  });

  test('a page without data reports nothing and throws nothing', () => {
    report();
    expect(fetchFrom).not.toHaveBeenCalled();
  });

  test('in development nothing is reported', () => {
    const [[name, remote] = ['', undefined]] = Object.entries(exampleIndex.remotes);
    addPageData({ ...exampleIndex, remotes: { [name]: { ...remote, integrity: '' } } });
    report();
    expect(fetchFrom).not.toHaveBeenCalled();
  });
});

describe('uncaught errors', () => {
  const BOOKING = 'http://localhost/r/booking/1.0.0-ab/booking-page.js';
  const SHELL = 'http://localhost/r/shell/1.0.0-s1/main.js';
  const EXTENSION = 'chrome-extension://abcdef/content.js';
  const FRAME = { part: 'booking', id: '1.0.0-ab', script: 'booking-page.js', line: 1, column: 2345 };
  const onIncident = jest.fn<void, Parameters<OnIncident>>();

  beforeAll(() => {
    // jsdom measures no requests. Every script of ours is loaded.
    const isOurs = (name: string) => name.startsWith('http://localhost/r/');
    Object.assign(performance, { getEntriesByName: (name: string) => (isOurs(name) ? [{}] : []) });
    window.history.replaceState(null, '', '/booking?email=camille@exemple.fr#dates');
    reportUncaughtErrors(window, onIncident);
  });
  beforeEach(() => onIncident.mockReset());

  /** An error with the stack of Chromium, or of Firefox and Safari, which leave the message out. */
  function errorAt(addresses: readonly string[], { message = 'It broke.', isChromium = true } = {}) {
    const frames = addresses.map((address) =>
      isChromium ? `    at choose (${address}:1:2345)` : `choose@${address}:1:2345`,
    );
    return Object.assign(new Error(message), {
      stack: [...(isChromium ? [`Error: ${message}`] : []), ...frames].join('\n'),
    });
  }

  const throwIn = (filename: string, error: unknown) =>
    window.dispatchEvent(new ErrorEvent('error', { filename, lineno: 1, colno: 2345, error }));
  // jsdom has no PromiseRejectionEvent.
  const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  const reported = () =>
    onIncident.mock.calls.map(([{ part, release, fault }]) => `${part}@${release.id} ${fault.code}`);

  test('an error in a handler or timer of a remote is reported with its release and the current path', () => {
    throwIn(BOOKING, errorAt([BOOKING, SHELL]));
    expect(onIncident.mock.calls).toEqual([
      [
        {
          part: 'booking',
          release: { id: '1.0.0-ab' },
          fault: {
            phase: 'runtime',
            code: 'exception',
            frames: [FRAME, FRAME, expect.objectContaining({ part: 'shell' })],
          },
          path: '/booking',
        },
      ],
    ]);
  });

  test.each([true, false])('a rejection that nobody handles belongs to its stack (as Chromium: %s)', (isChromium) => {
    reject(errorAt([BOOKING, SHELL], { isChromium }));
    expect(reported()).toEqual(['booking@1.0.0-ab rejection']);
  });

  test('an error in the design system, called by a remote, is attributed to the remote', () => {
    throwIn(SHELL, errorAt([SHELL, BOOKING, SHELL]));
    expect(reported()).toEqual(['booking@1.0.0-ab exception']);
  });

  test('an error with only the shell’s code on its stack is attributed to the shell', () => {
    throwIn(SHELL, errorAt([SHELL]));
    reject(errorAt([SHELL, SHELL]));
    expect(reported()).toEqual(['shell@1.0.0-s1 exception', 'shell@1.0.0-s1 rejection']);
  });

  test('a thrown string, which has no stack, is attributed by its script', () => {
    throwIn(BOOKING, 'It broke.');
    expect(reported()).toEqual(['booking@1.0.0-ab exception']);
  });

  test('an address in the error’s message is ignored', () => {
    reject(errorAt([EXTENSION], { message: `Cannot load ${BOOKING}` }));
    expect(reported()).toEqual([]);
    reject(errorAt([BOOKING], { message: 'Cannot load https://elsewhere.example/r/shell/1/x.js' }));
    expect(reported()).toEqual(['booking@1.0.0-ab rejection']);
  });

  test.each([
    ['of an extension', EXTENSION, errorAt([EXTENSION])],
    [
      'of an extension in Firefox or Safari',
      'moz-extension://1a2b/x.js',
      errorAt(['moz-extension://1a2b/x.js', SHELL], { isChromium: false }),
    ],
    ['of an extension that calls our code back', EXTENSION, errorAt([EXTENSION, BOOKING])],
    ['of an extension, thrown in a script without an address', '', errorAt([EXTENSION, SHELL])],
    [
      'of another site',
      'https://elsewhere.example/r/booking/1/x.js',
      errorAt(['https://elsewhere.example/r/booking/1/x.js']),
    ],
    ['of a site whose name begins like ours', 'http://localhost.example/r/booking/1/x.js', null],
    ['that the browser hides', '', null],
    ['of the page itself', 'http://localhost/booking', errorAt(['http://localhost/booking'])],
    ['of a file beside the releases', 'http://localhost/r/', errorAt(['http://localhost/r/'])],
  ])('an error %s is not reported', (_, filename, error) => {
    throwIn(filename, error);
    reject(error);
    expect(reported()).toEqual([]);
  });

  test.each([undefined, null, 'a text', 3, { stack: 3 }, { message: BOOKING }, new Event('error')])(
    'a rejection with %p is not reported',
    (reason) => {
      reject(reason);
      expect(reported()).toEqual([]);
    },
  );

  test('a file that does not load is not reported as an uncaught error', () => {
    const script = document.createElement('script');
    document.head.append(script);
    script.dispatchEvent(new Event('error'));
    script.remove();
    expect(reported()).toEqual([]);
  });
});
