import { describePages } from './describe-pages';

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
