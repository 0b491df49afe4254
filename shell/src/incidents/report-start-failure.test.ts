import { exampleIndex } from '../../tests/support/example-index';
import { addPageData } from '../../tests/support/page-data';
import { reportStartFailure } from './report-start-failure';

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
