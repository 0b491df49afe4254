import type { ReleaseSpeed } from '@site/server/failures/read-speeds';
import { describeSpeeds } from './describe-speeds';

const found = { days: 30, fewest: 20, isElsewhere: false };
const lcp: ReleaseSpeed = {
  name: 'booking',
  id: '1.0.0-b',
  state: 'active',
  route: '/booking',
  metric: 'lcp',
  n: 40,
  p75: 1833.3,
  from: 1000,
  to: 3000,
  rating: 'good',
  shares: [35, 4, 1],
};

test('lists percentile, interval, shares and number of pages by release and route', () => {
  const cls: ReleaseSpeed = { ...lcp, metric: 'cls', p75: 0.0213, from: 0.01, to: 0.025, shares: [40, 0, 0] };
  const slow: ReleaseSpeed = {
    ...lcp,
    id: '1.0.0-a',
    state: 'previous',
    p75: null,
    from: 8000,
    to: null,
    rating: 'poor',
  };
  expect(describeSpeeds({ ...found, speeds: [lcp, cls, slow] }).split('\n')).toEqual([
    'Speeds of pages in 30 days, of visitors who accepted it, where 20 or more were measured:',
    'booking@1.0.0-b (active)',
    expect.stringMatching(/^ {2}route +p75 +95 % interval +good +middle +poor +pages$/),
    expect.stringMatching(/^ {2}\/booking +LCP +1833 ms, good +1000 ms to 3000 ms +88 % +10 % +3 % +40$/),
    expect.stringMatching(/^ {2}\/booking +CLS +0\.021, good +0\.010 to 0\.025 +100 % +0 % +0 % +40$/),
    'booking@1.0.0-a (previous)',
    expect.stringMatching(/^ {2}route /),
    expect.stringMatching(/^ {2}\/booking +LCP +over 12000 ms, poor +8000 ms to more +88 % +10 % +3 % +40$/),
  ]);
});

test('says when too few pages were measured, and when nobody knows', () => {
  expect(describeSpeeds({ ...found, speeds: [] })).toBe('No release has 20 measured pages of a route in 30 days.');
  expect(describeSpeeds({ ...found, speeds: null })).toBe(
    'Speeds of pages in 30 days: not known, the database does not answer.',
  );
  expect(describeSpeeds({ ...found, speeds: null, isElsewhere: true })).toBe(
    'Speeds of pages in 30 days: not known, the hosted database has them, name it in DATABASE_URL.',
  );
});
