import type { LocatedFailure } from '@site/server/failures/locate-failures';
import { describeLines } from './describe-lines';

const now = new Date('2026-11-25T12:00:00Z');
const failure: LocatedFailure = {
  name: 'booking',
  id: '1.0.0-c',
  commit: '0123456789abcdef0123456789abcdef01234567',
  preview: false,
  phase: 'runtime',
  code: 'exception',
  count: 12,
  firstAt: '2026-11-25T09:00:00Z',
  lastAt: '2026-11-25T11:58:00Z',
  script: 'booking-page.0123456789.js',
  line: 1,
  column: 2345,
  thrownIn: null,
  source: { file: 'remote-booking/src/booking-page.tsx', line: 42, column: 7, name: 'chooseDates' },
  noLine: null,
};
const described = (...changes: readonly Partial<LocatedFailure>[]) =>
  describeLines({ hours: 24, isElsewhere: false, failures: changes.map((one) => ({ ...failure, ...one })) }, now);

test('lists the positions of each release with counts, file, line, name and commit', () => {
  const next = { id: '1.0.0-d', preview: true, commit: '' };
  expect(described({}, { count: 1, source: null, noLine: 'no-map' }, next)).toBe(
    [
      'Failures in a day by line, one for each address and release:',
      'booking@1.0.0-c, commit 0123456789abcdef0123456789abcdef01234567:',
      '  12 ×  remote-booking/src/booking-page.tsx:42:7 (chooseDates)  runtime exception  last 2 min ago',
      '  1 ×   booking-page.0123456789.js:1:2345                       runtime exception  last 2 min ago',
      '        No source map of booking-page.0123456789.js is stored.',
      'booking@1.0.0-d (preview):',
      '  12 ×  remote-booking/src/booking-page.tsx:42:7 (chooseDates)  runtime exception  last 2 min ago',
    ].join('\n'),
  );
});

test.each([
  [
    'damaged-map',
    'The source map of booking-page.0123456789.js is missing or damaged: publish the same sources again.',
  ],
  ['no-right', 'The grant is for other parts.'],
  ['generated', 'The bundler generated this code.'],
] as const)('without a line because of %s, shows the position in the script and why', (noLine, sentence) => {
  const text = described({ source: null, noLine });
  expect(text).toContain('booking-page.0123456789.js:1:2345');
  expect(text).toContain(sentence);
});

test('without a script, says which stack the browser gave', () => {
  const none = { script: null, line: null, column: null, source: null };
  expect(described({ ...none, noLine: 'no-position' })).toContain('No script of the release is on the stack.');
  expect(described({ ...none, noLine: 'unknown-script' })).toContain('a script that the release does not have');
});

test('says that a stack reaches into the script of another part', () => {
  expect(described({ thrownIn: 'shell' })).toContain(
    'The stack reaches into a script of shell, which threw the error.',
  );
});

test('text of a source map cannot control the terminal', () => {
  const source = { file: 'a\u001b[31m.ts', line: 1, column: 1, name: '\u202e' };
  const text = described({ source });
  expect([text.includes('\u001b'), text.includes('\u202e')]).toEqual([false, false]);
});

test('no failures and unknown failures differ', () => {
  const found = { hours: 48, failures: [], isElsewhere: false };
  expect(describeLines(found, now)).toBe('No failures in 48 hours.');
  expect(describeLines({ ...found, failures: null }, now)).toBe(
    'Failures in 48 hours: not known, the database does not answer.',
  );
  expect(describeLines({ ...found, failures: null, isElsewhere: true }, now)).toBe(
    'Failures in 48 hours: not known, the hosted database has them, name it in DATABASE_URL.',
  );
});
