import { CONSENT_KEY } from '../consent/consent-store';
import { EARLY_SCRIPT, SHELL_WITHIN_MS } from './early-script';

const page = document.documentElement;

/** Ends what the script has begun to listen to: the window outlives each test. */
let stopListening: () => void = () => undefined;

/** As the browser runs it: as a script element of the page. */
function run() {
  const listen = jest.spyOn(window, 'addEventListener');
  stopListening = () => {
    for (const call of listen.mock.calls) window.removeEventListener(...call);
    listen.mockRestore();
  };
  const script = document.createElement('script');
  script.textContent = EARLY_SCRIPT;
  document.head.append(script);
  script.remove();
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(window, { fetch: jest.fn(() => Promise.reject(new TypeError('Failed to fetch'))) });
  localStorage.clear();
  Reflect.deleteProperty(page.dataset, 'shell');
  Reflect.deleteProperty(page.dataset, 'js');
  Reflect.deleteProperty(page.dataset, 'consent');
});

afterEach(() => {
  stopListening();
  jest.useRealTimers();
});

test.each([
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['oui', ''],
  ['', ''],
])('a stored « %s » stands on the page as « %s »', (stored, shown) => {
  localStorage.setItem(CONSENT_KEY, stored);
  run();
  expect(page).toHaveAttribute('data-consent', shown);
});

test('says that scripts run, and that nothing was chosen', () => {
  run();
  expect(page).toHaveAttribute('data-js', '');
  expect(page).toHaveAttribute('data-consent', '');
});

test('where the browser refuses storage, nothing was chosen', () => {
  const spy = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Refused.', 'SecurityError');
  });
  run();
  spy.mockRestore();
  expect(page).toHaveAttribute('data-js', '');
  expect(page).toHaveAttribute('data-consent', '');
});

/** A file that the page asks for and that does not come. */
function fail(kind: 'script' | 'img') {
  const element = document.createElement(kind);
  element.src = '/r/shell/main.js';
  document.head.append(element);
  element.dispatchEvent(new Event('error'));
  element.remove();
}

test('a script that failed is fetched past the browser’s cache, so that the next page has it', () => {
  run();
  fail('script');
  expect(jest.mocked(fetch).mock.calls).toEqual([['http://localhost/r/shell/main.js', { cache: 'reload' }]]);
});

test('a script that fails before the shell lives is the shell’s own; a picture is not', () => {
  run();
  fail('img');
  window.dispatchEvent(new ErrorEvent('error'));
  expect(page).not.toHaveAttribute('data-shell');
  fail('script');
  expect(page).toHaveAttribute('data-shell', 'failed');
});

test('a shell that has not come to life after ten seconds has failed', () => {
  run();
  jest.advanceTimersByTime(SHELL_WITHIN_MS - 1);
  expect(page).not.toHaveAttribute('data-shell');
  jest.advanceTimersByTime(1);
  expect(page).toHaveAttribute('data-shell', 'failed');
});

test('once the shell lives, neither counts', () => {
  run();
  page.dataset.shell = 'live';
  fail('script');
  expect(fetch).not.toHaveBeenCalled();
  jest.advanceTimersByTime(SHELL_WITHIN_MS);
  expect(page).toHaveAttribute('data-shell', 'live');
});
