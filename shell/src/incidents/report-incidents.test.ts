import { release } from '../../tests/support/example-index';
import { MARKS_KEY } from './once-per-session';
import { createIncidentReport } from './report-incidents';

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

test('reports a failure to the backend, without data of the visitor', () => {
  const { fetchFrom, report } = open();
  report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(fetchFrom.mock.calls).toEqual([
    [
      'https://backend.example/rest/v1/incidents',
      {
        method: 'POST',
        headers: { apikey: 'example-key', 'content-type': 'application/json', prefer: 'return=minimal' },
        keepalive: true,
        body: '{"remote":"contact","release":"1.0.0-0123456789","phase":"entry","code":"timeout","route":"/contact"}',
      },
    ],
  ]);
});

test('reports the position of an error in a script of the release, and the part that threw it', () => {
  const { fetchFrom, report } = open();
  const own = { remote: 'contact', id: contact.id, script: 'contact-page.js', line: 1, column: 2345 };
  const frames = [{ remote: 'shell', id: '1.0.0-s', script: 'main.js', line: 3, column: 4 }, own];
  report({
    remote: 'contact',
    release: contact,
    fault: { phase: 'render', code: 'exception', frames },
    path: '/contact',
  });
  const [[, request]] = fetchFrom.mock.calls as unknown as [[string, { body: string }]];
  expect(JSON.parse(request.body)).toMatchObject({
    script: 'contact-page.js',
    line: 1,
    column: 2345,
    thrown_in: 'shell',
  });
});

test('reports only the first failure of each release', () => {
  const { fetchFrom, report } = open();
  report({ remote: 'legal', release: contact, fault, path: '/agefice' });
  report({ remote: 'legal', release: contact, fault, path: '/accessibilite' });
  report({ remote: 'legal', release: contact, fault: { ...fault, code: 'network' }, path: '/agefice' });
  report({ remote: 'legal', release: contact, fault: { ...fault, phase: 'render' }, path: '/agefice' });
  expect(fetchFrom).toHaveBeenCalledTimes(1);
  report({ remote: 'legal', release: { ...contact, id: '0.9.0-before' }, fault, path: '/agefice' });
  report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(fetchFrom).toHaveBeenCalledTimes(3);
});

test('a release is reported once per browser session, which only sessionStorage records', () => {
  open().report({ remote: 'contact', release: contact, fault, path: '/contact' });
  const next = open();
  next.report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(next.fetchFrom).not.toHaveBeenCalled();
  expect({ ...sessionStorage }).toEqual({ [MARKS_KEY]: 'contact@1.0.0-0123456789' });
  next.report({ remote: 'contact', release: { ...contact, id: '1.0.0-01' }, fault, path: '/contact' });
  expect(next.fetchFrom).toHaveBeenCalledTimes(1);
  expect(localStorage).toHaveLength(0);

  sessionStorage.clear();
  const other = open();
  other.report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(other.fetchFrom).toHaveBeenCalledTimes(1);
});

test('where the browser refuses storage, a release is reported once per document', () => {
  for (const { fetchFrom, report } of [open({ page: refusing }), open({ page: refusing })]) {
    for (let time = 0; time < 3; time += 1) report({ remote: 'contact', release: contact, fault, path: '/contact' });
    expect(fetchFrom).toHaveBeenCalledTimes(1);
  }
});

test('a failure that a retry mended does not hide the failure that follows', () => {
  const { fetchFrom, report } = open();
  for (const mended of ['retry', 'retry', 'previous', undefined] as const) {
    report({ remote: 'contact', release: contact, fault, path: '/contact', mended });
  }
  const calls = fetchFrom.mock.calls as unknown as [string, { body: string }][];
  expect(calls.map(([, { body }]) => JSON.parse(body).mended)).toEqual(['retry', 'previous']);
});

test('failures in a preview are reported separately, and do not hide those of the public page', () => {
  const preview = open({ isPreview: true });
  preview.report({ remote: 'contact', release: contact, fault, path: '/contact' });
  const [[, request]] = preview.fetchFrom.mock.calls as unknown as [[string, { body: string }]];
  expect(JSON.parse(request.body)).toMatchObject({ remote: 'contact', preview: true });
  const page = open();
  page.report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(page.fetchFrom).toHaveBeenCalledTimes(1);
});

test('a report that fails is ignored and not repeated', async () => {
  const { fetchFrom, report } = open({ answer: () => Promise.reject(new TypeError('Failed to fetch')) });
  report({ remote: 'contact', release: contact, fault, path: '/contact' });
  await new Promise(process.nextTick);
  report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(fetchFrom).toHaveBeenCalledTimes(1);
});

test('texts are cut to the lengths that the table accepts', () => {
  const { fetchFrom, report } = open();
  report({ remote: 'r'.repeat(50), release: { ...contact, id: 'i'.repeat(90) }, fault, path: `/${'p'.repeat(300)}` });
  const [, request] = fetchFrom.mock.calls[0] as unknown as [string, { body: string }];
  const { remote, release: id, route } = JSON.parse(request.body);
  expect([remote, id, route].map(({ length }) => length)).toEqual([40, 80, 200]);
});
