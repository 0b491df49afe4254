import { growthOf, MOST_GROWTH } from '@site/backend/tests/support/growth';
import { ProblemError } from './problem-error';
import { parseStrictJson } from './strict-json';

test.each<[name: string, make: (size: number) => string]>([
  ['an open string of escaped quotes', (size) => `{"release":"${'\\"'.repeat(size / 2)}`],
  ['an open string of backslashes', (size) => `"${'\\'.repeat(size)}`],
  ['open strings', (size) => '"a'.repeat(size / 2)],
  ['open lists', (size) => '['.repeat(size)],
  ['nested lists', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['nested objects', (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
  ['colons', (size) => ':'.repeat(size)],
  ['blanks', (size) => ' '.repeat(size)],
  ['a long number', (size) => '9'.repeat(size)],
  ['a long string of escapes', (size) => JSON.stringify('"'.repeat(size / 2))],
  ['many keys', (size) => `{${Array.from({ length: size / 10 }, (_, at) => `"k${at}":0`).join()}}`],
  ['many equal keys', (size) => `{${'"a":0,'.repeat(size / 6)}"a":0}`],
])('%s take time in proportion to their length', (_, make) => {
  const read = (size: number) => {
    try {
      parseStrictJson(Buffer.from(make(size)));
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError);
    }
  };
  expect(growthOf(read, 60_000)).toBeLessThan(MOST_GROWTH);
});
