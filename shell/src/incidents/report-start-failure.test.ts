import { INDEX_ELEMENT_ID, SITE_ELEMENT_ID } from '@site/contract/page-data';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex } from '../testing/example-index';
import { reportStartFailure } from './report-start-failure';

const fetchFrom = jest.fn(async () => ({ ok: true }));
const report = () => reportStartFailure(window, fetchFrom as unknown as typeof fetch);

function addJson(id: string, value: unknown) {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = id;
  script.textContent = JSON.stringify(value);
  document.head.append(script);
}

function compose(index: object = exampleIndex) {
  addJson(SITE_ELEMENT_ID, { site: exampleSite, backend: { url: '', anonKey: 'example-key' } });
  addJson(INDEX_ELEMENT_ID, index);
}

beforeEach(() => {
  fetchFrom.mockClear();
  sessionStorage.clear();
  document.head.replaceChildren();
  window.history.replaceState(null, '', '/contact');
});

test('a shell that throws at its start is reported once per browser session', () => {
  compose();
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

test('a page without its data reports nothing, and throws nothing', () => {
  report();
  expect(fetchFrom).not.toHaveBeenCalled();
});

test('in development nothing is reported', () => {
  const [[name, remote] = ['', undefined]] = Object.entries(exampleIndex.remotes);
  compose({ ...exampleIndex, remotes: { [name]: { ...remote, integrity: '' } } });
  report();
  expect(fetchFrom).not.toHaveBeenCalled();
});
