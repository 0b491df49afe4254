import { describeRequests } from './describe-requests';

test('lists the requests that came with each release', () => {
  const requests = [
    { name: 'booking', id: '1.0.0-c', requests: 0 },
    { name: 'booking', id: '1.0.0-b', requests: 1 },
    { name: 'shell', id: '1.0.0-s1', requests: 10_001 },
  ];
  expect(describeRequests(requests).split('\n')).toEqual([
    'Requests received with each release:',
    '  booking@1.0.0-c  0 requests',
    '  booking@1.0.0-b  1 request',
    '  shell@1.0.0-s1   more than 10000 requests',
  ]);
});

test('prints one sentence when no release received a request', () => {
  expect(describeRequests([])).toBe('No requests with the active and the previous releases.');
});
