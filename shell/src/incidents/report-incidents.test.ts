import { release } from '../testing/example-index';
import { createIncidentReport } from './report-incidents';

const contact = release('contact');
const fault = { phase: 'entry', code: 'timeout' } as const;

function open(answer: () => Promise<unknown> = async () => ({ ok: true })) {
  const fetchFrom = jest.fn(answer);
  const backend = { url: 'https://backend.example', anonKey: 'example-key' };
  return { fetchFrom, report: createIncidentReport(backend, fetchFrom as unknown as typeof fetch) };
}

test('reports what failed to the backend, without data of the visitor', () => {
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

test('reports each failure once, whatever the page', () => {
  const { fetchFrom, report } = open();
  report({ remote: 'legal', release: contact, fault, path: '/agefice' });
  report({ remote: 'legal', release: contact, fault, path: '/accessibilite' });
  expect(fetchFrom).toHaveBeenCalledTimes(1);
  report({ remote: 'legal', release: contact, fault: { ...fault, code: 'network' }, path: '/agefice' });
  report({ remote: 'legal', release: contact, fault: { ...fault, phase: 'page' }, path: '/agefice' });
  report({ remote: 'legal', release: { ...contact, id: '0.9.0-before' }, fault, path: '/agefice' });
  report({ remote: 'contact', release: contact, fault, path: '/contact' });
  expect(fetchFrom).toHaveBeenCalledTimes(5);
});

test('a report that fails is ignored and not repeated', async () => {
  const { fetchFrom, report } = open(() => Promise.reject(new TypeError('Failed to fetch')));
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
