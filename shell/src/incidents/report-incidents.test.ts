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
  report('contact', contact, fault, '/contact');
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
  report('legal', contact, fault, '/agefice');
  report('legal', contact, fault, '/accessibilite');
  expect(fetchFrom).toHaveBeenCalledTimes(1);
  report('legal', contact, { ...fault, code: 'network' }, '/agefice');
  report('legal', contact, { ...fault, phase: 'page' }, '/agefice');
  report('legal', { ...contact, id: '0.9.0-before' }, fault, '/agefice');
  report('contact', contact, fault, '/contact');
  expect(fetchFrom).toHaveBeenCalledTimes(5);
});

test('a report that fails is ignored and not repeated', async () => {
  const { fetchFrom, report } = open(() => Promise.reject(new TypeError('Failed to fetch')));
  report('contact', contact, fault, '/contact');
  await new Promise(process.nextTick);
  report('contact', contact, fault, '/contact');
  expect(fetchFrom).toHaveBeenCalledTimes(1);
});

test('texts are cut to the lengths that the table accepts', () => {
  const { fetchFrom, report } = open();
  report('r'.repeat(50), { ...contact, id: 'i'.repeat(90) }, fault, `/${'p'.repeat(300)}`);
  const [, request] = fetchFrom.mock.calls[0] as unknown as [string, { body: string }];
  const { remote, release: id, route } = JSON.parse(request.body);
  expect([remote, id, route].map(({ length }) => length)).toEqual([40, 80, 200]);
});
