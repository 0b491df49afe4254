import type { OnIncident } from '../federation/fallback-chain';
import { reportUncaughtErrors } from './uncaught-errors';

const BOOKING = 'http://localhost/r/booking/1.0.0-ab/booking-page.js';
const SHELL = 'http://localhost/r/shell/1.0.0-s1/main.js';
const EXTENSION = 'chrome-extension://abcdef/content.js';
const FRAME = { remote: 'booking', id: '1.0.0-ab', script: 'booking-page.js', line: 1, column: 2345 };
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
  onIncident.mock.calls.map(([{ remote, release, fault }]) => `${remote}@${release.id} ${fault.code}`);

test('an error in a handler or timer of a remote is reported with its release and the current path', () => {
  throwIn(BOOKING, errorAt([BOOKING, SHELL]));
  expect(onIncident.mock.calls).toEqual([
    [
      {
        remote: 'booking',
        release: { id: '1.0.0-ab' },
        fault: {
          phase: 'runtime',
          code: 'exception',
          frames: [FRAME, FRAME, expect.objectContaining({ remote: 'shell' })],
        },
        path: '/booking',
      },
    ],
  ]);
});

test.each([true, false])(
  'a rejection that nobody handles is attributed by its stack (as Chromium: %s)',
  (isChromium) => {
    reject(errorAt([BOOKING, SHELL], { isChromium }));
    expect(reported()).toEqual(['booking@1.0.0-ab rejection']);
  },
);

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
