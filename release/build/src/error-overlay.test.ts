/** @jest-environment jsdom */
import './error-overlay.js';

test('an error that a page threw before its server reports the build is shown after the report', async () => {
  const shown = jest.fn();
  Object.assign(window, { reportError: shown });
  const error = new Error('not yet');
  window.dispatchEvent(new ErrorEvent('error', { error }));
  const reported = new Promise((resolve) => window.addEventListener('message', resolve));
  window.postMessage({ type: 'webpackOk' }, '*');
  await reported;
  expect(shown.mock.calls).toEqual([[error]]);
});
