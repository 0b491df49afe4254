import { tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn } from '../../tests/support/command-context';
import { describeJourneys, describeMails, describePages, describeRequests } from './status';

describe('describe pages', () => {
  const booking = { name: 'booking', id: '1.0.0-c', served: 41, live: 39 };
  const shell = { name: 'shell', id: '1.0.0-s1', served: 120, live: 117 };

  test('compares the pages of each active release that became interactive with the pages served', () => {
    expect(describePages([shell, booking]).split('\n').slice(1)).toEqual([
      '  shell@1.0.0-s1   117 live, 120 served',
      '  booking@1.0.0-c  39 live, 41 served',
    ]);
  });

  test('says that nobody counts the pages served', () => {
    expect(
      describePages([{ ...booking, served: 0 }])
        .split('\n')
        .slice(1),
    ).toEqual([
      '  booking@1.0.0-c  39 live',
      'Nobody counts the pages served: this site is on a static host, or no server has reported.',
    ]);
  });

  test('prints one sentence for a day without pages', () => {
    expect(describePages([{ ...booking, served: 0, live: 0 }])).toBe('No pages in a day.');
  });
});

describe('describe requests', () => {
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
});

describe('describe mails', () => {
  test('names why mails are not sent, on one line, and what to do', () => {
    const lastError = 'EENVELOPE at RCPT TO: 553 5.7.1\n\u001b[2J Not owned by user';
    expect(describeMails({ unsent: 3, lastError }).join('\n')).toMatch(
      /^Mails that could not be sent: 3 \(EENVELOPE at RCPT TO: 553 5\.7\.1 {2}\[2J Not owned by user\)\..*docs\/hosting\/one-machine\.md.*inbox resend"\.$/,
    );
    expect(describeMails(null)).toEqual([]);
  });
});

test('says for each part which journeys passed, when and with which shell, and which fail or have not run', () => {
  const journeys = [
    { name: 'booking', journey: 'book', title: 'Réserver', at: '2026-11-28T08:00:00.000Z', problem: null },
    { name: 'booking', journey: 'help', title: 'Aide', at: '2026-11-28T09:30:00.000Z', problem: null },
    { name: 'landing', journey: 'book', title: 'Lire', at: '2026-11-28T09:30:00.000Z', problem: '/ is not hydrated' },
    { name: 'landing', journey: 'write', title: 'Écrire', at: null, problem: null },
  ];
  expect(describeJourneys(journeys, '1.0.0-s1')).toEqual([
    'booking: 2 of 2 journeys passed, last at 2026-11-28T09:30Z with shell@1.0.0-s1.',
    'landing: 0 of 2 journeys passed; « Lire » fails: / is not hydrated; « Écrire » has not run.',
  ]);
});

test('journeys names a part or says how to record one', async () => {
  const store = await tinyStore();
  await expect(runIn('journeys', contextOn(store, {}))).rejects.toThrow('or give --record-help.');
  const { text } = await runIn('journeys', contextOn(store, { 'record-help': true }));
  expect(text).toContain('Export it as JSON into journeys/ of the part.');
});
